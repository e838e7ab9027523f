import VASSAL.Info;
import VASSAL.build.AbstractToolbarItem;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.Embellishment;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceIterator;
import VASSAL.counters.Properties;
import VASSAL.counters.UsePrototype;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.StartUp;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.AWTEvent;
import java.awt.Dialog;
import java.awt.Point;
import java.awt.Toolkit;
import java.awt.event.ActionEvent;
import java.awt.event.WindowEvent;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

/**
 * Plays in an installed VASSAL what a script says, and lets VASSAL write the log of it:
 * java -cp "Vengine.jar:..." Act.java OUT MODULE SAVE SCRIPT LOG
 *
 * A line of the script is one act, its parts parted by TABs: "as NAME PASSWORD SIDE", "drag MAP X Y
 * UNIT UNIT ...", "draw DECK MAP X Y [UNIT]", "menu UNIT WORDS", "drawn WORDS" (of what was drawn
 * last), "deck DECK WORDS", "button NAME [NUMBER]" (of several of that name), "turn", "say TEXT",
 * "undo", "save FILE", "tints FILE" (the level of each Layer of the sight ruler, a line each). Chance is the script's where it says so: "dice N N ..." fall next, "top DECK
 * UNIT" is what a command draws next from a deck that is always shuffled. Pieces go by the marker
 * UnitId. OUT gets a line for each trouble, then "done".
 */
public class Act {
  private static final List<String> told = new ArrayList<>();
  private static final Chance chance = new Chance();
  private static BasicLogger logger;
  private static GamePiece drawn;

  public static void main(String[] words) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, trouble) -> told.add("trouble\t" + trouble));
    Info.setConfig(new StandardConfig());
    new StartUp().initSystemProperties();
    noDialogWaits();
    oneMenuBar();
    try {
      SwingUtilities.invokeAndWait(() -> guarded(() -> open(words[1], words[2], words[4])));
      for (final String line : Files.readAllLines(Path.of(words[3]), StandardCharsets.UTF_8)) {
        SwingUtilities.invokeAndWait(() -> guarded(() -> act(line.split("\t"))));
        SwingUtilities.invokeAndWait(() -> { });
      }
      SwingUtilities.invokeAndWait(() -> guarded(() -> logger.write()));
      told.add("done");
    }
    finally {
      Files.write(Path.of(words[0]), told, StandardCharsets.UTF_8);
      Runtime.getRuntime().halt(0);
    }
  }

  /** VASSAL's chance, which falls as the script says for once. */
  private static class Chance extends Random {
    private static final long serialVersionUID = 1L;
    private final Deque<Integer> dice = new ArrayDeque<>();

    @Override
    public int nextInt(int faces) {
      return dice.isEmpty() ? super.nextInt(faces) : dice.remove();
    }

    private void shuffleTo(List<GamePiece> pieces, GamePiece first) {
      long seed = 0;
      List<GamePiece> order;
      do {
        order = new ArrayList<>(pieces);
        setSeed(++seed);
        Collections.shuffle(order, this);
      } while (order.get(0) != first);
      setSeed(seed);
    }
  }

  private interface Doing {
    void run() throws Exception;
  }

  private static void guarded(Doing doing) {
    try {
      doing.run();
    }
    catch (Throwable trouble) {
      told.add("trouble\t" + trouble + " " + trouble.getCause());
    }
  }

  private static void open(String module, String save, String log) throws Exception {
    final GameModule game = new GameModule(new DataArchive(module));
    set(GameModule.class, game, "RNG", chance);
    GameModule.init(game);
    game.getPlayerWindow().setVisible(true);
    final Method load = GameState.class.getMethod("loadGame", File.class, boolean.class, boolean.class);
    if (!Boolean.TRUE.equals(load.invoke(game.getGameState(), new File(save), false, true))) {
      throw new IllegalStateException("not loaded: " + save);
    }
    logger = (BasicLogger) game.getLogger();
    set(BasicLogger.class, logger, "outputFile", new File(log));
    set(BasicLogger.class, logger, "metadata", new SaveMetaData());
    set(BasicLogger.class, logger, "beginningState", game.getGameState().getRestoreCommand());
  }

  private static void act(String[] said) throws Exception {
    final GameModule game = GameModule.getGameModule();
    switch (said[0]) {
      case "as":
        game.getPrefs().setValue(GameModule.REAL_NAME, said[1]);
        GameModule.setUserId(said[2]);
        final PlayerRoster roster = game.getPlayerRoster();
        if (!said[3].equals(PlayerRoster.getMySide())) roster.add(said[2], said[1], said[3]);
        break;
      case "drag":
        DragBuffer.getBuffer().clear();
        for (int at = 4; at < said.length; at++) DragBuffer.getBuffer().add(piece(said[at]));
        drop(said[1], said[2], said[3]);
        break;
      case "draw":
        DragBuffer.getBuffer().clear();
        if (said.length > 5) set(Deck.class, deck(said[1]), "nextDraw", List.of(piece(said[5])));
        for (final PieceIterator cards = deck(said[1]).drawCards(); cards.hasMoreElements();) {
          final GamePiece card = cards.nextPiece();
          card.setProperty(Properties.OBSCURED_BY, card.getProperty(Properties.OBSCURED_BY_PRE_DRAW));
          DragBuffer.getBuffer().add(card);
          drawn = card;
        }
        drop(said[2], said[3], said[4]);
        break;
      case "menu":
        choose(piece(said[1]), said[2]);
        break;
      case "drawn":
        choose(drawn, said[1]);
        break;
      case "deck":
        choose(deck(said[1]), said[2]);
        break;
      case "button":
        press(said[1], said.length > 2 ? Integer.parseInt(said[2]) : 1);
        break;
      case "dice":
        for (int at = 1; at < said.length; at++) chance.dice.add(Integer.parseInt(said[at]) - 1);
        break;
      case "top":
        chance.shuffleTo(deck(said[1]).asList(), piece(said[2]));
        break;
      case "save":
        game.getGameState().saveGame(new File(said[1]));
        break;
      case "tints":
        Files.write(Path.of(said[1]), tints(), StandardCharsets.UTF_8);
        break;
      case "turn":
        final TurnTracker tracker = game.getAllDescendantComponentsOf(TurnTracker.class).get(0);
        final Field widget = TurnTracker.class.getDeclaredField("turnWidget");
        widget.setAccessible(true);
        final Method next = widget.getType().getDeclaredMethod("doNext");
        next.setAccessible(true);
        next.invoke(widget.get(tracker));
        break;
      case "say":
        game.getChatter().send("<" + game.getPrefs().getValue(GameModule.REAL_NAME) + "> - " + said[1]);
        break;
      case "undo":
        final Method undo = BasicLogger.class.getDeclaredMethod("undo");
        undo.setAccessible(true);
        undo.invoke(logger);
        break;
      default:
        throw new IllegalArgumentException(said[0]);
    }
  }

  private static void drop(String name, String x, String y) throws Exception {
    final Map map = Map.getMapById(name);
    final PieceMover mover = map.getComponentsOf(PieceMover.class).get(0);
    final Method drop = PieceMover.class.getDeclaredMethod("performDrop", Point.class);
    drop.setAccessible(true);
    drop.invoke(mover, new Point(Integer.parseInt(x), Integer.parseInt(y)));
  }

  private static void choose(GamePiece piece, String words) {
    for (final KeyCommand command : (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS)) {
      if (words.equals(command.getName())) {
        command.actionPerformed(new ActionEvent(command, ActionEvent.ACTION_PERFORMED, words));
        return;
      }
    }
    throw new IllegalArgumentException("no " + words + " in the menu of " + piece.getName());
  }

  private static void press(String text, int number) {
    int left = number;
    for (final AbstractToolbarItem item : GameModule.getGameModule().getAllDescendantComponentsOf(AbstractToolbarItem.class)) {
      if (item.getLaunchButton() != null && text.equals(item.getLaunchButton().getText()) && --left == 0) {
        item.getLaunchButton().doClick(0);
        return;
      }
    }
    throw new IllegalArgumentException("no button " + text);
  }

  private static GamePiece piece(String unit) {
    for (final GamePiece one : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (unit.equals(one.getProperty("UnitId"))) return one;
    }
    throw new IllegalArgumentException("no piece " + unit);
  }

  /** The level of each Layer on the marks of the sight ruler, as it would be drawn now. */
  private static List<String> tints() {
    final List<String> found = new ArrayList<>();
    for (final GamePiece one : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (!"sight".equals(one.getProperty("Kind"))) continue;
      for (GamePiece part = one; part instanceof Decorator; ) {
        if (part instanceof Embellishment) {
          found.add(one.getProperty("BasicName") + "\t" + part.getProperty("Sight_Level"));
        }
        final boolean named = part instanceof UsePrototype;
        part = named ? ((UsePrototype) part).getExpandedInner() : ((Decorator) part).getInner();
      }
    }
    return found;
  }

  private static Deck deck(String name) {
    for (final GamePiece one : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (one instanceof Deck && name.equals(((Deck) one).getDeckName())) return (Deck) one;
    }
    throw new IllegalArgumentException("no deck " + name);
  }

  private static void set(Class<?> of, Object thing, String name, Object value) throws Exception {
    final Field field = of.getDeclaredField(name);
    field.setAccessible(true);
    field.set(thing, value);
  }

  private static void noDialogWaits() {
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog) {
        final Dialog dialog = (Dialog) event.getSource();
        if (dialog.isModal()) SwingUtilities.invokeLater(dialog::dispose);
      }
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  private static void oneMenuBar() {
    final MenuBarProxy bar = new MenuBarProxy();
    new MenuManager() {
      @Override
      public JMenuBar getMenuBarFor(JFrame frame) {
        return frame instanceof PlayerWindow ? bar.createPeer() : null;
      }

      @Override
      public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
        return frame instanceof PlayerWindow ? bar : null;
      }
    };
  }
}
