"""The results as tables: Parquet files, one folder for each table.

`TABLES` says what every column means; the files and ``docs/archive.md`` have the same words.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from generator.definition.reader import game_names, load_game
from generator.errors import BroadsideError
from generator.files import placed
from generator.light import dataclass
from validator.archive.stores import Store

if TYPE_CHECKING:
    import pyarrow as pa

NO_RULES = "other"
"""The partition of games whose rules are not known."""
FOLDER = "tables"
"""The folder of the tables in the results."""
BY = "rules"
"""The column by which the tables are partitioned: ``rules=graf_spee/``."""


def played(game: Mapping[str, Any]) -> str:
    """The title of the game whose rules judged it, or the module if there are none."""
    return _title(str(game["rules"])) if game["rules"] != NO_RULES else game["module"] or NO_RULES


@cache
def _title(rules: str) -> str:
    """The title of a bundled game; the id of any other."""
    return load_game(rules).name if rules in game_names() else rules


class TablesError(BroadsideError):
    """Tables that cannot be written or queried."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    kind: str
    """An Arrow type."""
    meaning: str


def _columns(rows: str) -> tuple[Column, ...]:
    found = []
    for line in rows.strip().splitlines():
        name, kind, meaning = (part.strip() for part in line.split("|"))
        found.append(Column(name, kind, meaning))
    return tuple(found)


TABLES: Mapping[str, tuple[Column, ...]] = {
    "files": _columns(
        """
        file | string | The file, its folder first; in a zip or mail behind !/
        sha256 | string | The SHA-256 sum of its bytes
        bytes | int64 | Its size in bytes
        status | string | read, copy, in a longer log, position (no step in it), or unread
        of | string | For a copy the file it copies; for a part the longer log
        game | string | The game it is part of; empty if none
        kind | string | log, save or tabletop (Tabletop Simulator)
        module | string | The module it was played with
        module_version | string | That module's version
        overlay | string | The overlays of the definition it was played with
        vassal_version | string | The program that wrote it
        steps | int64 | Steps that are public
        saved | string | When it was written, in UTC
        reason | string | Why it was not read; empty if it was
        """
    ),
    "games": _columns(
        """
        game | string | The game's key, made from the sums of its files
        name | string | Its first file
        rules | string | The game whose rules judge it; other if its rules are not known
        scenario | string | The set-up it was played from
        module | string | The module it was played with
        module_version | string | That module's version
        overlay | string | The overlays of the definition it was played with
        by_rules | bool | Whether it was checked against its rules
        files | int64 | How many files it has
        steps | int64 | Steps of all its files
        first_saved | int64 | When its first file was written, in milliseconds since 1970
        last_saved | int64 | When its last file was written, in milliseconds since 1970
        year | int64 | The year of its last file
        ended | bool | Whether its rules see an end
        winner | string | The side that won; empty if nobody won or it has not ended
        ended_by | string | The rule case that ended it
        score | int64 | The score at its end
        violation | int64 | How many findings: a printed rule was broken
        missing | int64 | How many findings: something the rules demand was left out
        suspicious | int64 | How many findings of the general audits
        interpretation | int64 | How many findings against our reading of an unclear rule
        unverifiable | int64 | How many findings that the files alone cannot settle
        note | int64 | How many notes
        headline | string | The audit in one line
        trouble | string | Why it could not be audited; empty if it was
        """
    ),
    "findings": _columns(
        """
        game | string | The game's key
        number | int64 | Its number in the game's audit
        severity | string | violation, missing, suspicious, interpretation, unverifiable or note
        code | string | The rule case or general code
        cases | list<string> | All cases that the same act broke, the code first
        step | int64 | The step that shows it, counted through all files of the game
        file | string | The file that holds that step
        file_step | int64 | The step in that file
        moment | string | The moment of the game, such as a turn and phase
        player | string | Who did it, if the file shows it
        side | string | The side whose act it was
        says | string | The rule in our words
        did | string | What was done
        legal | string | What would have been legal
        """
    ),
    "rolls": _columns(
        """
        game | string | The game's key
        step | int64 | The step, counted through all files of the game
        file | string | The file that holds it
        file_step | int64 | The step in that file
        button | string | The dice button
        dice | list<int64> | What each die showed
        result | string | The result as the file has it
        player | string | Who rolled, if the file shows it
        side | string | The roller's side
        declared | string | What was declared for it
        undone | int64 | The step that undid it; empty if it was not undone
        """
    ),
    "turns": _columns(
        """
        game | string | The game's key
        turn | int64 | The number that the turn tracker shows
        step | int64 | The first step that shows it, counted through all files of the game
        file | string | The file that holds that step
        file_step | int64 | The step in that file
        """
    ),
    "openings": _columns(
        """
        game | string | The game's key
        side | string | The side that opened so
        opening | string | The side's first choice that is public, as the rules read it
        step | int64 | The step that shows it, counted through all files of the game
        file | string | The file that holds that step
        file_step | int64 | The step in that file
        """
    ),
    "players": _columns(
        """
        game | string | The game played
        player | string | The player: a pseudonym, unless names were asked for
        side | string | The side taken
        """
    ),
}

_WORKED_OUT = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters with which a formula or a command begins in a spreadsheet's cell."""
_PACKED = 2_000
"""How many rows are packed together."""
Row = Mapping[str, Any]
AllRows = Mapping[str, Sequence[Row]]


class Rows(Sequence[Row]):
    """The rows of a table, held as Arrow arrays: a tenth of the memory of Python's values."""

    def __init__(self, table: str, rows: Iterable[Row] = ()) -> None:
        self._columns = TABLES[table]
        self._loose: list[Row] = []
        self._packed: list[pa.Table] = []
        self.extend(rows)

    @classmethod
    def of_arrow(cls, table: str, held: pa.Table) -> Rows:
        """The rows of an Arrow table."""
        import pyarrow as pa

        rows = cls(table)
        known = {name: held[name] for name in held.column_names}
        rows._packed = [pa.table([known[one.name] for one in rows._columns], schema=rows._schema())]
        return rows

    def extend(self, rows: Iterable[Row]) -> None:
        """Add rows behind the others."""
        self._loose.extend(rows)
        if len(self._loose) >= _PACKED:
            self._pack()

    def arrow(self) -> pa.Table:
        """An Arrow table of all rows, with the meanings of its columns."""
        import pyarrow as pa

        self._pack()
        return pa.concat_tables(self._packed) if self._packed else self._as_arrow([])

    def _pack(self) -> None:
        if self._loose:
            self._packed.append(self._as_arrow(self._loose))
            self._loose = []

    def _as_arrow(self, rows: Sequence[Row]) -> pa.Table:
        import pyarrow as pa

        arrays = [
            pa.array([row[one.name] for row in rows], _type(one.kind)) for one in self._columns
        ]
        return pa.Table.from_arrays(arrays, schema=self._schema())

    def _schema(self) -> pa.Schema:
        import pyarrow as pa

        return pa.schema(
            pa.field(one.name, _type(one.kind), metadata={"meaning": one.meaning})
            for one in self._columns
        )

    def __len__(self) -> int:
        return sum(map(len, self._packed)) + len(self._loose)

    def __iter__(self) -> Iterator[Row]:
        for packed in self._packed:
            for batch in packed.to_batches(max_chunksize=1000):
                yield from batch.to_pylist()
        yield from self._loose

    def __getitem__(self, at: Any) -> Any:
        return list(self)[at]


def write(store: Store, rows: AllRows) -> Mapping[str, int]:
    """Write all tables in one stroke: ``tables/<table>/rules=<game>/part-0.parquet``; the names of
    the files and their sizes.

    The same rows, in the same order, give the same bytes. Raises subclasses of `BroadsideError`.
    """
    import io

    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    rules = {row["game"]: row["rules"] for row in rows["games"]}
    made = {}
    for table, held in rows.items():
        whole = (held if isinstance(held, Rows) else Rows(table, held)).arrow()
        parts = [rules.get(game, NO_RULES) for game in whole["game"].to_pylist()]
        own = whole.select([one.name for one in columns(table)])
        for part in sorted({*parts}) or [NO_RULES]:
            some = own.filter(pc.equal(pa.array(parts, pa.string()), part)).combine_chunks()
            out = io.BytesIO()
            pq.write_table(some, out, compression="zstd")
            made[f"{table}/{BY}={part}/part-0.parquet"] = out.getvalue()
    store.replace(FOLDER, made)
    return {f"{FOLDER}/{name}": len(data) for name, data in made.items()}


class Stored(Mapping[str, Sequence[Row]]):
    """The rows of all tables of a store, in the order they were written; read when needed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getitem__(self, table: str) -> Sequence[Row]:
        return self._rows[table]

    def __iter__(self) -> Iterator[str]:
        return iter(TABLES)

    def __len__(self) -> int:
        return len(TABLES)

    @cached_property
    def _rows(self) -> Mapping[str, Rows]:
        games = self._read("games")
        names = zip(*(games[column].to_pylist() for column in ("name", "game")), strict=True)
        order = {game: at for at, (_, game) in enumerate(sorted(names))}
        return {table: self._in_order(table, order) for table in TABLES}

    def _in_order(self, table: str, games: Mapping[str, int]) -> Rows:
        import pyarrow as pa

        held = self._read(table)
        keys: list[Any] = held["file" if table == "files" else "game"].to_pylist()
        if table != "files":
            keys = [games[game] for game in keys]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return Rows.of_arrow(table, held.take(pa.array(order, pa.int64())))

    def _read(self, table: str) -> pa.Table:
        import io

        import pyarrow as pa
        import pyarrow.parquet as pq

        found = []
        for name in sorted(self._store.sizes(f"{FOLDER}/{table}")):
            one = pq.ParquetFile(io.BytesIO(self._store.read(name) or b"")).read()
            if table == "games":
                part = name.split("/")[2].removeprefix(f"{BY}=")
                one = one.append_column(BY, pa.array([part] * len(one), pa.string()))
            found.append(one)
        return pa.concat_tables(found)


def columns(table: str) -> list[Column]:
    """The columns in a table's files: the column it is partitioned by is a folder's name."""
    return [one for one in TABLES[table] if one.name != BY]


def _type(kind: str) -> pa.DataType:
    import pyarrow as pa

    named = {"string": pa.string(), "int64": pa.int64(), "bool": pa.bool_()}
    inner = kind.removeprefix("list<").removesuffix(">")
    return named[kind] if kind == inner else pa.list_(named[inner])


def ask(store: Store, query: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """The columns and rows that answer an SQL query; the tables are named as in `TABLES`.

    A query cannot write anything. Raises `TablesError` for a store without tables, and for
    anything but one query that DuckDB understands.
    """
    import duckdb

    base = duckdb.connect(":memory:")
    with TemporaryDirectory(prefix="broadside-tables-") as folder:
        if not _brought(store, Path(folder)):
            raise TablesError(
                f"{store.name}: no results lie there; name the folder of 'broadside archive'"
            )
        for table in TABLES:
            files = f"{(Path(folder) / FOLDER / table).as_posix()}/*/*.parquet"
            options = "hive_partitioning = true, hive_types = {'rules': VARCHAR}"
            read = f"read_parquet('{files}', {options})"
            try:
                base.execute(f"create table {table} as select * from {read}")
            except duckdb.Error:
                raise TablesError(
                    f"{store.name}: the table {table} is not there, or damaged; run 'broadside "
                    f"archive FOLDER -o {store.name}' again"
                ) from None
    base.execute("set enable_external_access = false")
    with _one_line_errors(query):
        asked = base.extract_statements(query)
        if not asked:
            raise duckdb.Error("there is no question in it")
        if len(asked) > 1:
            raise duckdb.Error(f"one question at a time, these are {len(asked)}")
        if asked[0].type not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
            raise duckdb.Error("this asks nothing: begin with select; tables cannot be changed")
        answer = base.execute(asked[0])
    return [one[0] for one in answer.description], _fetched(answer, query)


@contextmanager
def _one_line_errors(query: str) -> Iterator[None]:
    """Turn DuckDB's errors about a query into `TablesError` of one line."""
    import duckdb

    try:
        yield
    except duckdb.Error as trouble:
        first = str(trouble).strip().splitlines()[0]
        raise TablesError(f"--query: {first} ({_known_to(query)})") from None


def _known_to(query: str) -> str:
    """The columns of the tables that a query names; the tables if it names none."""
    asked = [table for table in TABLES if re.search(rf"\b{table}\b", query, re.IGNORECASE)]
    named = [f"{table} has {', '.join(one.name for one in TABLES[table])}" for table in asked]
    return "; ".join(named) or f"the tables are {', '.join(TABLES)}"


def _brought(store: Store, folder: Path) -> bool:
    """Copy the tables to a folder whose name is safe inside SQL; whether there are any."""
    found = False
    for name in store.sizes(FOLDER):
        data = store.read(name)
        if data is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
            found = True
    return found


def _fetched(answer: Any, query: str) -> Iterator[tuple[Any, ...]]:
    while True:
        with _one_line_errors(query):
            rows = answer.fetchmany(1000)
        if not rows:
            return
        yield from rows


def write_sqlite(path: Path, rows: AllRows) -> None:
    """Write all tables to one SQLite file; lists (dice, cases) become ``4 5``."""
    with placed(path) as out:
        base = sqlite3.connect(":memory:")
        for table, known in TABLES.items():
            named = ", ".join(f'"{one.name}"' for one in known)
            base.execute(f"create table {table} ({named})")
            marks = ", ".join("?" for _ in known)
            base.executemany(f"insert into {table} values ({marks})", _flat(table, rows[table]))
        base.commit()
        out.write(base.serialize())
        base.close()


def write_csv(folder: Path, rows: AllRows) -> None:
    """Write each table to a CSV file; lists (dice, cases) become ``4 5``.

    A text that a spreadsheet would take for a formula (``=1+1``) gets an apostrophe before it.
    """
    import csv
    import io

    from generator.files import replace_file

    for table, known in TABLES.items():
        text = io.StringIO(newline="")
        # Quoted, so that programs with another separator do not split a text.
        out = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        out.writerow([one.name for one in known])
        out.writerows(map(_as_text, row) for row in _flat(table, rows[table]))
        replace_file(folder / f"{table}.csv", text.getvalue().encode())


def _flat(table: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Any]]:
    for row in rows:
        values = (row[one.name] for one in TABLES[table])
        yield [" ".join(map(str, one)) if isinstance(one, list) else one for one in values]


def _as_text(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_WORKED_OUT) else value
