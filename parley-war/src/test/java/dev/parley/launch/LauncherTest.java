package dev.parley.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  private static final String SERVE =
      """
      package dev.parley.server;

      public final class Serve {
        public static void main(String[] args) throws Exception {
          System.out.println("args " + String.join(",", args));
          System.out.println("file " + System.getProperty("parley.file"));
          System.out.println("webapp " + System.getProperty("parley.webapp"));
          ClassLoader loader = Thread.currentThread().getContextClassLoader();
          System.out.println("own loader " + (loader == Serve.class.getClassLoader()));
          System.out.println("parent " + loader.getParent().equals(ClassLoader.getPlatformClassLoader()));
          System.out.println("library " + new String(loader.getResourceAsStream("inside").readAllBytes()));
        }
      }
      """;

  @TempDir Path folder;
  private Path war;

  @BeforeEach
  void makeWar() throws Exception {
    Path source = Files.createDirectories(folder.resolve("source")).resolve("Serve.java");
    Files.writeString(source, SERVE);
    Path compiled = Files.createDirectories(folder.resolve("compiled"));
    int failures =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", compiled.toString(), source.toString());
    assertThat(failures).isZero();
    war = writeWar("parley.war", "library one");
  }

  private Path writeWar(String name, String inside) throws Exception {
    return writeWar(name, inside, "ballast".getBytes(UTF_8));
  }

  private Path writeWar(String name, String inside, byte[] ballast) throws Exception {
    Path file = folder.resolve(name);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Launcher.class.getName());
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "9.9");
    Path classes =
        Path.of(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (String type :
          List.of(
              "bridge/BridgeClasses",
              "bridge/CacheFolder",
              "launch/Launcher",
              "launch/WarUnpacker",
              "launch/ServerJar",
              "launch/FileLimit",
              "launch/BoundedLog",
              "launch/JvmFlags",
              "launch/JvmFlags$Repeatable",
              "launch/OwnDescriptors",
              "launch/ParentWatch",
              "launch/PrepareMain",
              "launch/ServerChild",
              "launch/ServerJvm",
              "launch/ServerTraining",
              "launch/SharedClasses",
              "launch/SharedClasses$Training",
              "launch/UnpackedWar",
              "launch/ZipDirectory",
              "spelling/Spelling")) {
        String entry = "dev/parley/" + type + ".class";
        put(jar, entry, Files.readAllBytes(classes.resolve(entry)));
      }
      String serve = "dev/parley/server/Serve.class";
      put(jar, serve, Files.readAllBytes(folder.resolve("compiled").resolve(serve)));
      put(jar, "WEB-INF/web.xml", "<web-app/>".getBytes(UTF_8));
      put(jar, "WEB-INF/lib-embedded/library.jar", library("inside", inside.getBytes(UTF_8)));
      put(jar, "WEB-INF/lib/ballast.jar", library("ballast", ballast));
    }
    return file;
  }

  private static byte[] library(String name, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      put(jar, name, content);
    }
    return bytes.toByteArray();
  }

  private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  private record Run(int exit, String out, String err) {}

  private Process start(Path file, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dparley.cache=" + folder.resolve("cache"));
    command.addAll(List.of("-jar", file.toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).start();
  }

  private static Run finish(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), out, err);
  }

  private List<Path> cached() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
      return all.toList();
    }
  }

  @Test
  void serve_fromTheFile_hasALoaderOfItsOwnAndTheUnpackedApplication() throws Exception {
    Run run = finish(start(war, "serve", "--port", "1"));
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    Path home = cached().get(0);
    assertThat(run.out().lines())
        .containsExactly(
            "args --port,1",
            "file " + war,
            "webapp " + home.resolve("webapp"),
            "own loader true",
            "parent true",
            "library library one");
    assertThat(home.getFileName().toString()).startsWith("9.9-");
    assertThat(home.resolve("webapp/WEB-INF/web.xml")).hasContent("<web-app/>");
    try (Stream<Path> unpacked = Files.walk(home)) {
      assertThat(unpacked.filter(Files::isRegularFile).map(home::relativize).map(Path::toString))
          .containsExactlyInAnyOrder(
              "webapp/META-INF/MANIFEST.MF", "webapp/WEB-INF/web.xml", "lib/server.jar");
    }
  }

  @Test
  void serve_withoutAWordOrWithFlags_isMeant() throws Exception {
    assertThat(finish(start(war)).out()).startsWith("args \n");
    assertThat(finish(start(war, "--port", "1")).out()).startsWith("args --port,1\n");
  }

  @Test
  void serve_manyAtOnce_allFindTheWholeOfIt() throws Exception {
    byte[] ballast = new byte[32_000_000]; // so that they unpack at the same time
    new Random(1).nextBytes(ballast);
    Path large = writeWar("large.war", "library one", ballast);
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(start(large, "serve"));
    }
    for (Process process : all) {
      Run run = finish(process);
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).contains("library one");
    }
    assertThat(cached()).hasSize(1);
  }

  @Test
  void serve_fromAnotherFile_isUnpackedBesideTheFirst() throws Exception {
    finish(start(war, "serve"));
    Path other = writeWar("other.war", "library two");
    assertThat(finish(start(other, "serve")).out()).contains("library two");
    assertThat(finish(start(war, "serve")).out()).contains("library one");
    assertThat(cached()).hasSize(2);
  }

  @Test
  void serve_whereNothingCanBeWritten_saysSo() throws Exception {
    Files.writeString(folder.resolve("cache"), "a file, not a folder");
    Run run = finish(start(war, "serve"));
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("parley.cache").hasLineCount(1);
  }

  @Test
  void serve_withTooFewFiles_saysSo() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "no /proc here");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String words = "ulimit -n 64; exec " + java + " -jar " + war + " serve";
    Run run = finish(new ProcessBuilder("sh", "-c", words).start());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "parley: this process may open 64 files only, and a server needs 256: ulimit -n"
                + " 4096\n");
  }

  @Test
  void cache_isReadableByTheServersUser_whoMayBeAnother() throws Exception {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "no users");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String cache = "-Dparley.cache=" + folder.resolve("cache");
    String words = "umask 077; exec " + java + " " + cache + " -jar " + war + " serve";
    finish(new ProcessBuilder("sh", "-c", words).start());
    try (Stream<Path> all = Files.walk(folder.resolve("cache"))) {
      for (Path path : (Iterable<Path>) all::iterator) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as(path.toString())
            .isEqualTo(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--");
      }
    }
  }

  @Test
  void words_forPeople_areShort() throws Exception {
    assertThat(finish(start(war, "--version")).out()).isEqualTo("parley 9.9\n");
    assertThat(finish(start(war, "--help")).out()).startsWith("usage: java -jar parley.war");
    Run unknown = finish(start(war, "sevre"));
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err())
        .startsWith("parley: unknown command 'sevre'; did you mean 'serve'?\nusage:");
    assertThat(unknown.out()).isEmpty();
    assertThat(finish(start(war, "mpc")).err()).contains("did you mean 'mcp'?");
    assertThat(finish(start(war, "frobnicate")).err())
        .startsWith("parley: unknown command 'frobnicate'\nusage:");
  }
}
