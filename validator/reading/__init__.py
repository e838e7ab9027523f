"""From a saved game to what happened on the table, and to what each side may know of it."""
