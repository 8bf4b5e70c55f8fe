package dev.parley.setup;

import dev.parley.setup.SetupNotes.FileNote;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes a setup back. A file that only the setup changed becomes what it was, byte for byte; from
 * another, what the setup wrote is removed and the rest stays. A file that another setup uses
 * stays.
 */
final class SetupRemoval {
  private final SetupPlan plan;
  private final NotesFolder folder;
  private final PrintStream out;

  SetupRemoval(SetupPlan plan, UserMachine machine, PrintStream out) {
    this.plan = plan;
    this.folder = new NotesFolder(machine.data().resolve("notes"));
    this.out = out;
  }

  /** Removes what the notes name, or without notes what is recognized. */
  void remove() throws IOException {
    Optional<SetupNotes> notes = folder.load(plan.key());
    Map<String, SetupNotes> others = folder.others(plan.key());
    List<FileChange> changes = new ArrayList<>();
    for (Path path : paths(notes)) {
      if (others.values().stream().noneMatch(other -> other.of(path).isPresent())) {
        changes.add(change(path, notes.flatMap(all -> all.of(path))));
      }
    }
    boolean nothing = notes.isEmpty() && changes.stream().allMatch(FileChange::isNone);
    if (nothing) {
      out.println("Nothing is set up here; nothing was changed.");
      return;
    }
    unregister(others);
    int own = 0;
    for (FileChange change : changes) {
      boolean settings =
          plan.program().filter(it -> it.settings().equals(change.path())).isPresent();
      if (settings) {
        change.put(change.wanted()); // the program has just written them
      } else if (!change.isNone()) {
        change.make();
      }
      if (isOwn(change.path()) && change.wanted().isEmpty()) {
        own++;
      } else {
        report(change, notes);
      }
    }
    if (own > 0) {
      out.println("  removed files of the plugin: " + own);
    }
    folder.delete(plan.key());
    List<Path> folders = notes.orElse(SetupNotes.NONE).folders();
    removeEmpty(folders);
    for (Map.Entry<String, SetupNotes> other : others.entrySet()) {
      folder.save(other.getKey(), withFolders(other, folders));
    }
    out.println("Parley is removed.");
  }

  /** The notes of another setup, which now has to remove the folders that it shares with this. */
  private SetupNotes withFolders(Map.Entry<String, SetupNotes> other, List<Path> folders) {
    Set<Path> all = new LinkedHashSet<>();
    for (Path each : folders) {
      boolean used =
          folder.of(other.getKey()).startsWith(each)
              || other.getValue().files().stream().anyMatch(file -> file.path().startsWith(each));
      if (used) {
        all.add(each);
      }
    }
    all.addAll(other.getValue().folders());
    return new SetupNotes(other.getValue().files(), List.copyOf(all));
  }

  private List<Path> paths(Optional<SetupNotes> notes) {
    return notes
        .map(all -> all.files().stream().map(FileNote::path).toList())
        .orElseGet(() -> plan.files().stream().map(PlannedFile::path).toList());
  }

  private FileChange change(Path path, Optional<FileNote> note) throws IOException {
    try {
      Optional<byte[]> current = ConfigFile.at(path).read();
      Optional<byte[]> wanted = current;
      if (current.isPresent() && note.isPresent() && note.get().isStill(current.get())) {
        wanted = note.get().before();
      } else if (current.isPresent()) {
        Optional<PlannedFile> planned =
            plan.files().stream().filter(file -> file.path().equals(path)).findFirst();
        FileNote known = note.orElse(new FileNote(path, Optional.empty(), ""));
        OriginalContent original = note.isPresent() ? original(known) : OriginalContent.UNKNOWN;
        byte[] bytes = current.get();
        wanted = planned.isEmpty() ? current : without(planned.get(), bytes, original);
      }
      return new FileChange(path, current, wanted, false);
    } catch (SetupException fault) {
      throw new SetupException(path + ": " + fault.sentence());
    }
  }

  /** The content of a file that others changed after the setup, without what is the setup's. */
  static Optional<byte[]> without(PlannedFile file, byte[] current, FileNote note) {
    return without(file, current, original(note));
  }

  private static Optional<byte[]> without(
      PlannedFile file, byte[] current, OriginalContent original) {
    ConfigText text = ConfigText.of(current);
    return file.edit()
        .without(text.text(), original)
        .map(rest -> rest.equals(text.text()) ? current : text.with(rest));
  }

  private static OriginalContent original(FileNote note) {
    return OriginalContent.of(note.before().map(bytes -> ConfigText.of(bytes).text()));
  }

  private boolean isOwn(Path path) {
    return plan.files().stream()
        .anyMatch(file -> file.path().equals(path) && file.edit() instanceof WholeFile);
  }

  private void report(FileChange change, Optional<SetupNotes> notes) {
    if (!change.isNone()) {
      String word = isPutBack(change, notes) ? "put back" : change.word();
      out.println("  " + word + " " + change.path());
    } else if (isLeft(change, notes)) {
      out.println("  left " + change.path() + ", which was changed since");
    }
  }

  private static boolean isPutBack(FileChange change, Optional<SetupNotes> notes) {
    return change.wanted().isPresent()
        && notes
            .flatMap(all -> all.of(change.path()))
            .flatMap(FileNote::before)
            .filter(before -> Arrays.equals(before, change.wanted().orElseThrow()))
            .isPresent();
  }

  private static boolean isLeft(FileChange change, Optional<SetupNotes> notes) {
    return notes.isPresent()
        && change.current().isPresent()
        && notes.flatMap(all -> all.of(change.path())).flatMap(FileNote::before).isEmpty();
  }

  private void unregister(Map<String, SetupNotes> others) {
    if (plan.program().isPresent()) {
      ClaudeProgram program = plan.program().get();
      boolean last = others.keySet().stream().noneMatch(key -> key.startsWith("claude-"));
      List<String> failures = program.remove(last);
      failures.forEach(failure -> out.println("  " + failure));
      if (failures.isEmpty()) {
        out.println("  uninstalled the plugin " + ClaudeProgram.PLUGIN);
      }
    }
  }

  /** Deletes the folders that a setup made and that nobody has put anything into. */
  static void removeEmpty(List<Path> folders) throws IOException {
    for (int i = folders.size() - 1; i >= 0; i--) {
      try {
        Files.deleteIfExists(folders.get(i));
      } catch (DirectoryNotEmptyException inUse) {
        // it stays
      }
    }
  }
}
