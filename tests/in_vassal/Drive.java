import VASSAL.Info;
import VASSAL.build.AbstractToolbarItem;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Inventory;
import VASSAL.build.module.Map;
import VASSAL.build.module.NotesWindow;
import VASSAL.build.module.map.ImageSaver;
import VASSAL.build.module.map.TextSaver;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.GeometricGrid;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.module.map.boardPicker.board.ZonedGrid;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.StartUp;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.swing.AbstractButton;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.JLabel;
import javax.swing.JTextPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import javax.swing.tree.TreeModel;

/**
 * Opens a module in an installed VASSAL, with extensions, saves or logs, and tells what VASSAL
 * says to it:
 * java -cp "Vengine.jar:..." Drive.java OUT MODULE [EXTENSION.vmdx ...] [ASKED.points] [SIDE.press] [SAVE.vsav | LOG.vlog ...]
 *
 * ASKED.points has a line "MAP X Y OTHERX OTHERY" for each pair of points to ask about. With
 * SIDE.press (no file is read) every button of the toolbars and every menu entry of a piece is
 * pressed by that side, in each save after it: of pieces with the same menu, the first.
 *
 * OUT gets one line a fact, its parts parted by TABs: "dialog TEXT", "trouble TEXT", "chat TEXT",
 * "steps N", "pressed N", "piece ID MAP X Y NAME", "slot GPID TYPE" with its prototypes put in,
 * "listed WORDS" (by an inventory), "point MAP X Y SNAPPEDX SNAPPEDY LOCATION RANGE" (the range to
 * the other point, as a thread that counts by the grid tells it), and "done" at the end.
 */
public class Drive {
  private static final List<String> told = new ArrayList<>();
  private static final List<String> asked = new ArrayList<>();

  public static void main(String[] words) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, trouble) -> tell("trouble", trouble.toString()));
    Info.setConfig(new StandardConfig());
    new StartUp().initSystemProperties();
    noDialogWaits();
    oneMenuBar();
    try {
      SwingUtilities.invokeAndWait(() -> open(words));
      for (int round = 0; round < 3; round++) {
        SwingUtilities.invokeAndWait(() -> { });
        Thread.sleep(200);
      }
      SwingUtilities.invokeAndWait(Drive::report);
      tell("done", "");
    }
    finally {
      Files.write(Path.of(words[0]), told, StandardCharsets.UTF_8);
      Runtime.getRuntime().halt(0);
    }
  }

  private static void open(String[] words) {
    try {
      GameModule.init(new GameModule(new DataArchive(words[1])));
      final GameModule module = GameModule.getGameModule();
      final ExtensionsLoader loader = new ExtensionsLoader();
      loader.addTo(module);
      final List<File> games = new ArrayList<>();
      for (int at = 2; at < words.length; at++) {
        if (words[at].endsWith(".vmdx")) {
          final Method add = ExtensionsLoader.class.getDeclaredMethod("addExtension", File.class);
          add.setAccessible(true);
          if (!Boolean.TRUE.equals(add.invoke(loader, new File(words[at])))) {
            tell("trouble", "extension not loaded: " + words[at]);
          }
        }
        else if (words[at].endsWith(".points")) {
          asked.addAll(Files.readAllLines(Path.of(words[at])));
        }
        else {
          games.add(new File(words[at]));
        }
      }
      module.getPlayerWindow().setVisible(true);
      final GameState state = module.getGameState();
      if (games.isEmpty()) {
        state.setup(false);
        state.setup(true);
        return;
      }
      final Method load = GameState.class.getMethod("loadGame", File.class, boolean.class, boolean.class);
      String presser = null;
      for (final File game : games) {
        if (game.getName().endsWith(".press")) {
          presser = game.getName().replace(".press", "");
          continue;
        }
        state.setModified(false);
        if (!Boolean.TRUE.equals(load.invoke(state, game, false, true))) {
          tell("trouble", "not loaded: " + game);
        }
        step((BasicLogger) module.getLogger());
        if (presser != null) press(module, presser);
      }
    }
    catch (Throwable trouble) {
      tell("trouble", trouble + " " + trouble.getCause());
    }
  }

  /** As the button does it, to the log's end. */
  private static void step(BasicLogger logger) throws Exception {
    final Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    int count = 0;
    while (logger.isReplaying()) {
      step.invoke(logger);
      count++;
    }
    tell("steps", String.valueOf(count));
  }

  private static void press(GameModule module, String presser) {
    module.getPrefs().setValue(GameModule.REAL_NAME, "Presser");
    GameModule.setUserId("made-up");
    module.getPlayerRoster().add("made-up", "Presser", presser);
    int pressed = 0;
    for (final AbstractToolbarItem item : module.getAllDescendantComponentsOf(AbstractToolbarItem.class)) {
      // These ask for a file, or open a window of their own.
      if (item instanceof ImageSaver || item instanceof TextSaver) continue;
      if (item instanceof Inventory || item instanceof NotesWindow || item.getLaunchButton() == null) continue;
      item.getLaunchButton().doClick(0);
      pressed++;
    }
    final Set<String> seen = new HashSet<>();
    for (final GamePiece piece : new ArrayList<>(module.getGameState().getAllPieces())) {
      final Object menu = piece.getProperty(Properties.KEY_COMMANDS);
      if (piece instanceof Stack || piece instanceof Deck || piece.getMap() == null || menu == null) continue;
      final List<String> entries = new ArrayList<>();
      for (final KeyCommand entry : (KeyCommand[]) menu) entries.add(entry.getName());
      if (!seen.add(entries.toString())) continue;
      for (final String entry : entries) {
        for (final KeyCommand now : (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS)) {
          if (!now.getName().equals(entry) || !now.isEnabled()) continue;
          now.actionPerformed(new ActionEvent(now, ActionEvent.ACTION_PERFORMED, entry));
          pressed++;
          break;
        }
      }
    }
    tell("pressed", String.valueOf(pressed));
  }

  private static void report() {
    final GameModule module = GameModule.getGameModule();
    if (module == null) {
      tell("trouble", "no module was opened");
      return;
    }
    for (final GamePiece piece : module.getGameState().getAllPieces()) {
      final String map = piece.getMap() == null ? "" : piece.getMap().getIdentifier();
      final String place = piece.getPosition().x + "\t" + piece.getPosition().y;
      tell("piece", piece.getId() + "\t" + map + "\t" + place + "\t" + piece.getName());
    }
    for (final PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      tell("slot", slot.getGpId() + "\t" + PieceCloner.getInstance().clonePiece(slot.getPiece()).getType().replace("\t", "<TAB>"));
    }
    for (final Inventory inventory : module.getComponentsOf(Inventory.class)) {
      try {
        listed(inventory);
      }
      catch (ReflectiveOperationException trouble) {
        tell("trouble", trouble.toString());
      }
    }
    asked.forEach(Drive::point);
    chat(module.getChatter());
  }

  private static void point(String line) {
    final String[] parts = line.split("\t");
    final Map map = Map.getMapById(parts[0]);
    final Point here = new Point(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    final Point other = new Point(Integer.parseInt(parts[3]), Integer.parseInt(parts[4]));
    final Point snapped = map.snapTo(here);
    final Board board = map.findBoard(here);
    MapGrid grid = board == null ? null : board.getGrid();
    if (grid instanceof ZonedGrid) {
      final Point inside = new Point(here);
      inside.translate(-board.bounds().x, -board.bounds().y);
      final VASSAL.build.module.map.boardPicker.board.mapgrid.Zone zone = ((ZonedGrid) grid).findZone(inside);
      grid = zone == null ? grid : zone.getGrid();
    }
    final String range = grid instanceof GeometricGrid ? String.valueOf(grid.range(here, other)) : "";
    tell("point", parts[0] + "\t" + here.x + "\t" + here.y + "\t" + snapped.x + "\t" + snapped.y + "\t" + map.locationName(here) + "\t" + range);
  }

  /** What the button would show; VASSAL tells in the chat when it cannot read the condition. */
  private static void listed(Inventory inventory) throws ReflectiveOperationException {
    final Method build = Inventory.class.getDeclaredMethod("buildTreeModel");
    build.setAccessible(true);
    build.invoke(inventory);
    final Field results = Inventory.class.getDeclaredField("results");
    results.setAccessible(true);
    final TreeModel tree = (TreeModel) results.get(inventory);
    leaves(tree, tree.getRoot());
  }

  private static void leaves(TreeModel tree, Object node) {
    if (tree.isLeaf(node) && node != tree.getRoot()) tell("listed", node.toString());
    for (int at = 0; at < tree.getChildCount(node); at++) leaves(tree, tree.getChild(node, at));
  }

  private static void chat(Container held) {
    for (final Component part : held.getComponents()) {
      if (part instanceof JTextPane) {
        try {
          final JTextPane pane = (JTextPane) part;
          for (final String line : pane.getDocument().getText(0, pane.getDocument().getLength()).split("\n")) {
            if (!line.isBlank()) tell("chat", line);
          }
        }
        catch (javax.swing.text.BadLocationException trouble) {
          tell("trouble", trouble.toString());
        }
      }
      else if (part instanceof Container) {
        chat((Container) part);
      }
    }
  }

  private static void noDialogWaits() {
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog) {
        final Dialog dialog = (Dialog) event.getSource();
        // A second map stands in a dialog of its own; that says nothing.
        if (showsMap(dialog)) return;
        final StringBuilder text = new StringBuilder(String.valueOf(dialog.getTitle()));
        words(dialog, text);
        tell("dialog", text.toString());
        SwingUtilities.invokeLater(dialog::dispose);
      }
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  private static boolean showsMap(Container held) {
    for (final Component part : held.getComponents()) {
      if (part instanceof VASSAL.build.module.Map.View) return true;
      if (part instanceof Container && showsMap((Container) part)) return true;
    }
    return false;
  }

  private static void words(Container held, StringBuilder text) {
    for (final Component part : held.getComponents()) {
      if (part instanceof JLabel) text.append(" | ").append(((JLabel) part).getText());
      else if (part instanceof AbstractButton) text.append(" [").append(((AbstractButton) part).getText()).append(']');
      else if (part instanceof JTextComponent) text.append(" | ").append(((JTextComponent) part).getText());
      if (part instanceof JComponent || part instanceof java.awt.Panel) words((Container) part, text);
    }
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

  private static void tell(String kind, String text) {
    told.add(kind + "\t" + text.replace("\n", " ").replace("\r", " "));
  }
}
