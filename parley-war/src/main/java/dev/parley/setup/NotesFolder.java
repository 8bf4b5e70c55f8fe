package dev.parley.setup;

import dev.parley.setup.SetupNotes.FileNote;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The notes of all setups of a user, and the backups: one folder for each client and scope, with a
 * properties file and the files as they were before.
 */
final class NotesFolder {
  private static final String LIST = "setup.properties";

  private final Path folder;

  NotesFolder(Path folder) {
    this.folder = folder;
  }

  /** The folder of one setup. */
  Path of(String key) {
    return folder.resolve(key);
  }

  /** The copy of a file as it was. */
  Path backup(String key, int index) {
    return of(key).resolve("before." + index);
  }

  /** The notes of one setup; empty where there are none. */
  Optional<SetupNotes> load(String key) throws IOException {
    Path list = of(key).resolve(LIST);
    if (!Files.isRegularFile(list)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(list)) {
      properties.load(in);
    }
    List<FileNote> files = new ArrayList<>();
    String path = properties.getProperty("file.0");
    while (path != null) {
      int index = files.size();
      Path backup = backup(key, index);
      boolean was = Boolean.parseBoolean(properties.getProperty("was-there." + index));
      Optional<byte[]> before = was ? Optional.of(Files.readAllBytes(backup)) : Optional.empty();
      files.add(new FileNote(Path.of(path), before, properties.getProperty("digest." + index, "")));
      path = properties.getProperty("file." + files.size());
    }
    List<Path> folders = new ArrayList<>();
    String made = properties.getProperty("folder.0");
    while (made != null) {
      folders.add(Path.of(made));
      made = properties.getProperty("folder." + folders.size());
    }
    return Optional.of(new SetupNotes(files, folders));
  }

  /** The notes of all setups but one, by their keys. */
  Map<String, SetupNotes> others(String key) throws IOException {
    Map<String, SetupNotes> others = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        for (Path each : (Iterable<Path>) all::iterator) {
          String name = String.valueOf(each.getFileName());
          Optional<SetupNotes> notes = name.equals(key) ? Optional.empty() : load(name);
          notes.ifPresent(found -> others.put(name, found));
        }
      }
    }
    return others;
  }

  /** Writes the notes; the list comes last, so that it names no backup that is not there. */
  void save(String key, SetupNotes notes) throws IOException {
    Files.createDirectories(of(key));
    Properties properties = new Properties();
    for (int i = 0; i < notes.files().size(); i++) {
      FileNote file = notes.files().get(i);
      properties.setProperty("file." + i, file.path().toString());
      properties.setProperty("digest." + i, file.digest());
      properties.setProperty("was-there." + i, String.valueOf(file.before().isPresent()));
      if (file.before().isPresent()) {
        ConfigFile.at(backup(key, i)).write(file.before().get(), false);
      } else {
        Files.deleteIfExists(backup(key, i));
      }
    }
    for (int i = 0; i < notes.folders().size(); i++) {
      properties.setProperty("folder." + i, notes.folders().get(i).toString());
    }
    Path half = of(key).resolve(LIST + ".half");
    try (OutputStream out = Files.newOutputStream(half)) {
      properties.store(out, "setup of Parley; --remove needs it");
    }
    Files.move(half, of(key).resolve(LIST), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Forgets one setup. */
  void delete(String key) throws IOException {
    if (Files.isDirectory(of(key))) {
      try (Stream<Path> all = Files.list(of(key))) {
        for (Path each : (Iterable<Path>) all::iterator) {
          Files.delete(each);
        }
      }
      Files.delete(of(key));
    }
  }
}
