package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2UrlTest {

  @Test
  void complete_ofAFile_isClosedByParleyAndWritesNoTrace() {
    assertThat(H2Url.complete("jdbc:h2:file:/data/parley"))
        .isEqualTo(
            "jdbc:h2:file:/data/parley;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                + ";WRITE_DELAY=0;CACHE_SIZE=16384;MAX_COMPACT_TIME=0;QUERY_CACHE_SIZE=64");
  }

  @Test
  void complete_whereTheDeployerSaidSo_isLeft() {
    String said =
        "jdbc:h2:~/p;db_close_on_exit=true;TRACE_LEVEL_FILE=3;WRITE_DELAY=500;MAX_COMPACT_TIME=9"
            + ";QUERY_CACHE_SIZE=8;CACHE_SIZE=99";
    assertThat(H2Url.complete(said)).isEqualTo(said);
  }

  @Test
  void complete_inMemory_isClosedByParleyToo() {
    assertThat(H2Url.complete("jdbc:h2:mem:x")).isEqualTo("jdbc:h2:mem:x;DB_CLOSE_ON_EXIT=FALSE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:h2:tcp://host/db", "jdbc:h2:ssl://host/db", "jdbc:postgresql:db"})
  void complete_elsewhere_isLeft(String url) {
    assertThat(H2Url.complete(url)).isEqualTo(url);
    assertThat(H2Url.isFile(url)).isFalse();
  }

  @Test
  void file_isTheUrlWithoutItsSettings() {
    assertThat(H2Url.file("jdbc:h2:file:/data/parley;USER=sa")).isEqualTo("/data/parley");
    assertThat(H2Url.file("jdbc:h2:parley:retry:/d/p")).isEqualTo("parley:retry:/d/p");
  }
}
