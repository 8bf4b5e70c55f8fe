package dev.parley.engine.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanguageTest {
  private static final String BASE =
      "agents:\n  a: {name: A, emoji: A, tools: [], systemPrompt: Hi.%s}\n";

  private TeamFiles files;

  @BeforeEach
  void inAnEmptyFolder(@TempDir Path home) {
    files = new TeamFiles(home);
  }

  @Test
  void language_ofItsOwn_beatsAll() {
    files.pool(
        "language: Greek\n"
            + BASE.formatted(", language: German")
            + "  b: {extends: a, language: Finnish}\n");
    assertThat(files.ofPool("b").language()).contains("Finnish");
  }

  @Test
  void language_ofTheBase_beatsTheFiles() {
    files.pool("language: Greek\n" + BASE.formatted(", language: German") + "  b: {extends: a}\n");
    assertThat(files.ofPool("b").language()).contains("German");
    files.team("language: Latin\nagents:\n  a:\n  b: {extends: a}\n");
    assertThat(files.ofTeam("a").language()).contains("German");
    assertThat(files.ofTeam("b").language()).contains("German");
  }

  @Test
  void language_ofTheFile_beatsThePools() {
    files.pool("language: Greek\n" + BASE.formatted("")).team("language: Latin\nagents:\n  a:\n");
    assertThat(files.ofPool("a").language()).contains("Greek");
    assertThat(files.ofTeam("a").language()).contains("Latin");
    files.team("agents:\n  a:\n  b: {extends: a}\n");
    assertThat(files.ofTeam("a").language()).contains("Greek");
    assertThat(files.ofTeam("b").language()).contains("Greek");
  }

  @Test
  void checklist_ofItsOwnThenTheBasesThenTheFiles() {
    files.pool(
        "review_checklist: all\n"
            + BASE.formatted(", review_checklist: base")
            + "  own: {extends: a, review_checklist: own}\n"
            + "  heir: {extends: a}\n"
            + "  plain: {name: P, emoji: P, tools: [], systemPrompt: P}\n");
    assertThat(files.ofPool("own").reviewChecklist()).contains("own");
    assertThat(files.ofPool("heir").reviewChecklist()).contains("base");
    assertThat(files.ofPool("plain").reviewChecklist()).contains("all");
  }

  @Test
  void directive_standsBeforeThePromptOfATeam() {
    files.team(BASE.formatted(", language: German"));
    assertThat(files.ofTeam("a").systemPrompt())
        .startsWith("## Language\n\nWrite in German, and in nothing else")
        .endsWith("\n\nHi.");
  }

  @Test
  void directive_ofThePool_isNone() {
    files.pool(BASE.formatted(", language: German"));
    assertThat(files.ofPool("a").systemPrompt()).isEqualTo("Hi.");
  }

  @Test
  void directive_withoutALanguage_isNone() {
    files.team(BASE.formatted(""));
    assertThat(files.ofTeam("a").systemPrompt()).isEqualTo("Hi.");
    assertThat(files.ofTeam("a").language()).isEmpty();
  }

  @Test
  void directive_ofABlankLanguage_isNoneWhateverTheFileSays() {
    files.team("language: Greek\n" + BASE.formatted(", language: ' '"));
    assertThat(files.ofTeam("a").systemPrompt()).isEqualTo("Hi.");
    assertThat(files.ofTeam("a").language()).isEmpty();
  }

  @Test
  void directive_thatIsThereAlready_isNotSaidTwice() {
    files.team(
        BASE.formatted(", language: German").replace("Hi.", "\"## Language\\n\\nDeutsch.\""));
    assertThat(files.ofTeam("a").systemPrompt()).isEqualTo("## Language\n\nDeutsch.");
  }

  @Test
  void directive_onAnInheritedPrompt_isTheHeirs() {
    files
        .pool(BASE.formatted(", language: German"))
        .team("agents:\n  b: {extends: a, language: Finnish}\n");
    assertThat(files.ofTeam("b").systemPrompt())
        .startsWith("## Language\n\nWrite in Finnish")
        .doesNotContain("German");
  }
}
