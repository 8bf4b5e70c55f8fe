package dev.parley.chat.zulip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZulipTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain *Markdown* `code`\n> quote",
        "ends with space ",
        "ends with lines\n\n",
        "ends with a mark\u200B",
        "no-break\u00A0",
        "zero \0 and its sign \u2400 and \u200B\u2400",
        "@**all** and @**Everyone** and @\u200B**topic**",
        "@*role:everyone*",
        "[re](#narrow/channel/7/topic/x/near/5) and \u200B[re](#narrow/channel/7/topic/x/near/5)"
      })
  void text_comesBackAsItWas(String body) {
    String sent = ZulipText.marked(body);
    assertThat(sent).doesNotContain("\0", "@**all**", "@*role:");
    assertThat(sent.strip()).isEqualTo(sent);
    assertThat(ZulipText.unmarked(sent)).isEqualTo(body);
    assertThat(ZulipReply.ofParley("**alice:** " + sent))
        .contains(new ZulipReply(Optional.empty(), "**alice:** " + body));
  }

  @Test
  void plainText_isSentAsItIs() {
    String plain = "Ask @**Zoe** about #**plans** `x = 1`";
    assertThat(ZulipText.marked(plain)).isEqualTo(plain);
  }

  @Test
  void mentions_areNamesToAgents() {
    assertThat(
            ZulipText.ofPerson(
                "@**Zoë Miller|12** and @_**Bob** of @*devs* see #**plans>Sprint 7@99** in"
                    + " #**plans**, a@b.org, 2**3**4"))
        .isEqualTo(
            "@Zoë Miller and @Bob of @devs see #plans > Sprint 7 in #plans, a@b.org, 2**3**4");
  }

  @Test
  void link_namesTheMessageInItsTopic() {
    assertThat(ZulipReply.link(new ZulipChannel(7, "agents"), "a b. (✔)", "42"))
        .isEqualTo("[re](#narrow/channel/7/topic/a.20b.2E.20.28.E2.9C.94.29/near/42) ");
    assertThat(
            ZulipReply.ofParley("**ally (alice) ~:** [re](#narrow/channel/7/topic/a/near/42) Yes"))
        .contains(new ZulipReply(Optional.of("42"), "**ally (alice) ~:** Yes"));
  }

  @Test
  void quote_isTheMessageThatIsAnswered() {
    String line = "@_**Zoë|12** [sagte](https://h.org/#narrow/channel/7-agents/topic/a/near/42):";
    assertThat(ZulipReply.ofPerson(line + "\n```quote\nYes?\n```\n\nNo @**Bob**\n```\nx\n```"))
        .isEqualTo(new ZulipReply(Optional.of("42"), "No @Bob\n```\nx\n```"));
    assertThat(ZulipReply.ofPerson(line + "\n````quote\n```\ncode\n```\n````\nFine"))
        .isEqualTo(new ZulipReply(Optional.of("42"), "Fine"));
    assertThat(ZulipReply.ofPerson(line + "\n```quote\nYes?\n```").text()).contains("Yes?");
    assertThat(ZulipReply.ofPerson("Look: " + line + "\n```quote\nYes?\n```\nNo").inReplyTo())
        .isEmpty();
  }

  @Test
  void longLines_areReadFast() {
    String brackets = "@_**Zoe|1** " + "[".repeat(5_000) + "(".repeat(4_000);
    long begin = System.nanoTime();
    assertThat(ZulipReply.ofPerson(brackets).inReplyTo()).isEmpty();
    assertThat(ZulipReply.ofPerson("@".repeat(10_000)).text()).hasSize(10_000);
    assertThat(ZulipReply.ofPerson("#**" + "a>".repeat(4_900)).inReplyTo()).isEmpty();
    assertThat(ZulipReply.ofPerson("#**a".repeat(2_500)).inReplyTo()).isEmpty();
    assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
  }
}
