package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DownloadNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan.md|plan.md",
        "Plan|Plan.md",
        "v1.2 of it|v1.2 of it.md",
        "../../etc/passwd|_.._etc_passwd.md",
        ".bashrc|bashrc.md",
        "a:b*c?.txt|a_b_c_.txt",
        "pl\u00e4n.md|pl\u00e4n.md",
        "fdp\u202etxt.exe|fdp_txt.exe",
        "'  '|artifact.md",
        "''|artifact.md"
      })
  void name_isOneThatEverySystemHas(String text, String expected) {
    assertThat(DownloadName.of(text, ".md")).isEqualTo(expected);
  }

  @Test
  void name_isCut_onePastTheBound() {
    String whole = "a".repeat(97) + ".md";
    assertThat(DownloadName.of(whole, ".md")).isEqualTo(whole);
    assertThat(DownloadName.of("a" + whole, ".md")).isEqualTo("a".repeat(98) + ".m.md");
    String pictures = "\ud835\udc00".repeat(101);
    assertThat(DownloadName.of(pictures, ".md")).isEqualTo("\ud835\udc00".repeat(100) + ".md");
  }

  @Test
  void disposition_hasTheNameTwice() {
    assertThat(DownloadName.disposition("a \u00e9.md"))
        .isEqualTo("attachment; filename=\"a _.md\"; filename*=UTF-8''a%20%C3%A9.md");
  }
}
