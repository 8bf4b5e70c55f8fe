package dev.parley.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipDirectoryTest {
  @TempDir Path folder;

  @Test
  void digest_isTheSameForTheSameEntries() throws IOException {
    String digest = digest(zip("a", "one", ""));
    assertThat(digest).matches("[0-9a-f]{16}");
    assertThat(digest(zip("a", "one", ""))).isEqualTo(digest);
  }

  @Test
  void digest_differsWithANameAContentOrALength() throws IOException {
    String digest = digest(zip("a", "one", ""));
    assertThat(digest(zip("b", "one", ""))).isNotEqualTo(digest);
    assertThat(digest(zip("a", "two", ""))).isNotEqualTo(digest);
    assertThat(digest(zip("a", "one2", ""))).isNotEqualTo(digest);
  }

  @Test
  void directory_isFoundBeforeACommentOfAnyLength() throws IOException {
    String digest = digest(zip("a", "one", ""));
    assertThat(digest(zip("a", "one", "a comment"))).isEqualTo(digest);
    assertThat(digest(zip("a", "one", "x".repeat(65_535)))).isEqualTo(digest);
    assertThat(digest(zip("a", "one", "PK\005\006" + "x".repeat(30)))).isEqualTo(digest);
  }

  @Test
  void fileThatIsNoZip_isRefused() throws IOException {
    for (String content : new String[] {"", "no zip", "x".repeat(100_000), "PK\005\006"}) {
      Path file = Files.writeString(folder.resolve("other"), content);
      assertThatThrownBy(() -> ZipDirectory.of(file))
          .isInstanceOf(IOException.class)
          .hasMessage(file + " is no ZIP file");
    }
  }

  private static String digest(Path zip) throws IOException {
    return ZipDirectory.of(zip).digest();
  }

  private Path zip(String name, String content, String comment) throws IOException {
    Path file = folder.resolve("zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      ZipEntry entry = new ZipEntry(name);
      entry.setTime(1_000_000_000_000L);
      zip.putNextEntry(entry);
      zip.write(content.getBytes(UTF_8));
      zip.closeEntry();
      zip.setComment(comment);
    }
    return file;
  }
}
