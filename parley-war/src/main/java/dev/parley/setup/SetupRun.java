package dev.parley.setup;

import dev.parley.setup.SetupNotes.FileNote;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Installs a plan. Everything is read and checked first, then the notes are written, then the
 * files; where one of these fails, those before it are put back.
 */
final class SetupRun {
  private final SetupPlan plan;
  private final NotesFolder folder;
  private final Path marketplace;
  private final PrintStream out;

  SetupRun(SetupPlan plan, UserMachine machine, PrintStream out) {
    this.plan = plan;
    this.folder = new NotesFolder(machine.data().resolve("notes"));
    this.marketplace = ClientPlans.marketplace(machine);
    this.out = out;
  }

  /** Prints what an installation would write. */
  void print() throws IOException {
    for (PlannedFile file : plan.files()) {
      FileChange change = change(file);
      if (file.edit() instanceof WholeFile whole) {
        out.println(
            file.path() + " (" + change.word() + ", " + whole.text().length() + " characters)");
      } else {
        out.println(file.path() + " (" + change.word() + "), with this in it:");
        file.edit().shown().lines().forEach(line -> out.println("    " + line));
      }
    }
    out.println("Nothing was written.");
  }

  /** Writes the files of the plan; leaves those alone that have everything already. */
  void install() throws IOException {
    Optional<SetupNotes> former = folder.load(plan.key());
    Map<String, SetupNotes> others = folder.others(plan.key());
    List<FileChange> changes = new ArrayList<>();
    List<FileNote> notes = new ArrayList<>();
    Set<Path> made = new LinkedHashSet<>(former.orElse(SetupNotes.NONE).folders());
    for (PlannedFile file : plan.files()) {
      FileChange change = change(file);
      changes.add(change);
      Optional<FileNote> noted = former.flatMap(all -> all.of(file.path()));
      for (SetupNotes other : others.values()) {
        noted = noted.isPresent() ? noted : other.of(file.path());
      }
      Optional<byte[]> before = before(file, change.current(), noted);
      String digest = SetupNotes.digest(change.wanted().orElseThrow());
      notes.add(new FileNote(file.path(), before, digest));
      made.addAll(ConfigFile.at(file.path()).missingFolders());
    }
    changes.addAll(obsolete(former.orElse(SetupNotes.NONE), others.values()));
    if (changes.stream().allMatch(FileChange::isNone)) {
      out.println("Everything is set up already; nothing was changed.");
      next();
      return;
    }
    made.addAll(ConfigFile.at(folder.of(plan.key()).resolve("any")).missingFolders());
    made.remove(folder.of(plan.key()));
    SetupNotes now = new SetupNotes(notes, List.copyOf(made));
    folder.save(plan.key(), now);
    make(changes, former, now.folders());
    for (Map.Entry<String, SetupNotes> other : others.entrySet()) {
      folder.save(other.getKey(), agreed(other.getValue(), now));
    }
    report(changes);
    plan.program().ifPresent(program -> register(program, changes));
    next();
  }

  /** The files that an earlier version wrote and this one does not. */
  private List<FileChange> obsolete(SetupNotes former, Collection<SetupNotes> others)
      throws IOException {
    List<FileChange> obsolete = new ArrayList<>();
    for (FileNote note : former.files()) {
      boolean planned = plan.files().stream().anyMatch(file -> file.path().equals(note.path()));
      boolean shared = others.stream().anyMatch(other -> other.of(note.path()).isPresent());
      Optional<byte[]> current = ConfigFile.at(note.path()).read();
      if (!planned && !shared && current.isPresent() && note.isStill(current.get())) {
        obsolete.add(new FileChange(note.path(), current, note.before(), false));
      }
    }
    return obsolete;
  }

  private FileChange change(PlannedFile file) throws IOException {
    try {
      Optional<byte[]> current = ConfigFile.at(file.path()).read();
      ConfigText text = ConfigText.of(current.orElse(new byte[0]));
      String changed = file.edit().apply(current.map(bytes -> text.text()));
      boolean same = current.isPresent() && changed.equals(text.text());
      byte[] wanted = same ? current.get() : text.with(changed);
      ConfigFile.check(wanted.length);
      return new FileChange(file.path(), current, Optional.of(wanted), file.executable());
    } catch (SetupException fault) {
      throw new SetupException(file.path() + ": " + fault.sentence());
    }
  }

  /** The file without a former setup, as far as it is known: what a removal is to put back. */
  private static Optional<byte[]> before(
      PlannedFile file, Optional<byte[]> current, Optional<FileNote> noted) {
    if (noted.isEmpty() || current.isEmpty()) {
      return current;
    } else if (noted.get().isStill(current.get())) {
      return noted.get().before();
    }
    return SetupRemoval.without(file, current.get(), noted.get());
  }

  /** The notes of another setup, with the digests of the files that it shares with this one. */
  private static SetupNotes agreed(SetupNotes other, SetupNotes now) {
    List<FileNote> files = new ArrayList<>();
    for (FileNote file : other.files()) {
      String digest = now.of(file.path()).map(FileNote::digest).orElse(file.digest());
      files.add(new FileNote(file.path(), file.before(), digest));
    }
    return new SetupNotes(files, other.folders());
  }

  private void make(List<FileChange> changes, Optional<SetupNotes> former, List<Path> folders)
      throws IOException {
    List<FileChange> done = new ArrayList<>();
    for (FileChange change : changes) {
      try {
        if (!change.isNone()) {
          done.add(change);
          change.make();
        }
      } catch (IOException failed) {
        done.remove(change);
        for (FileChange each : done) {
          each.undo();
        }
        if (former.isPresent()) {
          folder.save(plan.key(), former.get());
        } else {
          folder.delete(plan.key());
          SetupRemoval.removeEmpty(folders);
        }
        throw new SetupException(
            change.path() + " cannot be written, and nothing was changed: " + failed.getMessage());
      }
    }
  }

  private void report(List<FileChange> changes) {
    int inside = 0;
    for (int i = 0; i < changes.size(); i++) {
      FileChange change = changes.get(i);
      boolean planned = i < plan.files().size();
      boolean own = planned && plan.files().get(i).edit() instanceof WholeFile;
      if (own && change.current().isEmpty()) {
        inside++;
      } else if (!change.isNone()) {
        Path backup = folder.backup(plan.key(), i);
        String kept = planned && Files.exists(backup) ? "; as it was before: " + backup : "";
        out.println("  " + change.word() + " " + change.path() + kept);
      }
    }
    if (inside > 0) {
      out.println("  created files of the plugin: " + inside);
    }
  }

  /** Lets the client's program note the plugin, and keeps the settings as they were written. */
  private void register(ClaudeProgram program, List<FileChange> changes) {
    List<String> failures = program.install(marketplace);
    for (String failure : failures) {
      out.println("  " + failure);
      out.println("  Claude Code takes the plugin from its settings at its next start.");
    }
    try {
      for (FileChange change : changes) {
        if (change.path().equals(program.settings())) {
          keepLayout(change);
        }
      }
    } catch (IOException unreadable) {
      out.println("  the settings cannot be read: " + unreadable.getMessage());
    }
    if (failures.isEmpty()) {
      out.println("  installed the plugin " + ClaudeProgram.PLUGIN + " with " + program.program());
    }
  }

  /** The program writes its settings in another order; the same content gets its old form back. */
  private void keepLayout(FileChange change) throws IOException {
    Optional<byte[]> now = ConfigFile.at(change.path()).read();
    if (FileChange.isSame(now, change.wanted())) {
      return;
    } else if (now.isPresent() && isSame(now.get(), change.wanted().orElseThrow())) {
      change.put(change.wanted());
      return;
    }
    SetupNotes notes = folder.load(plan.key()).orElse(SetupNotes.NONE);
    List<FileNote> files = new ArrayList<>();
    for (FileNote file : notes.files()) {
      boolean settings = file.path().equals(change.path()) && now.isPresent();
      String digest = settings ? SetupNotes.digest(now.get()) : file.digest();
      files.add(new FileNote(file.path(), file.before(), digest));
    }
    folder.save(plan.key(), new SetupNotes(files, notes.folders()));
  }

  private static boolean isSame(byte[] one, byte[] other) {
    try {
      JsoncDocument first = JsoncDocument.of(ConfigText.of(one).text(), JsoncSyntax.STRICT);
      JsoncDocument second = JsoncDocument.of(ConfigText.of(other).text(), JsoncSyntax.STRICT);
      return first.canonical(first.root()).equals(second.canonical(second.root()));
    } catch (SetupException unreadable) {
      return false;
    }
  }

  private void next() {
    out.println("Next:");
    plan.next().forEach(step -> out.println("  - " + step));
  }
}
