package dev.parley.chat.zulip;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZulipAddressTest {
  private static ZulipAddress address(String address) {
    return ZulipAddress.of(URI.create(address));
  }

  private static String refusal(String address) {
    return refused(() -> address(address)).message();
  }

  @Test
  void address_namesBotServerAndChannel() {
    ZulipAddress read = address("zulip://parley-bot@chat.example.org/Agents%20and%20people");
    assertThat(read.base()).isEqualTo("https://chat.example.org/api/v1");
    assertThat(read.email()).isEqualTo("parley-bot@chat.example.org");
    assertThat(read.channel()).isEqualTo("Agents and people");
    assertThat(read.trusted()).isEmpty();
  }

  @Test
  void email_isTheOneOfTheOption() {
    assertThat(address("zulip://bot@h.org/c?email=x-bot@y.org").email()).isEqualTo("x-bot@y.org");
    assertThat(address("zulip://h.org/c?email=x-bot@y.org").email()).isEqualTo("x-bot@y.org");
  }

  @Test
  void port_andTrustedAndRooms_areRead() {
    ZulipAddress read =
        address("zulip://bot@h.org:8443/c?trusted=12,%2034&room.planning=Sprint%20plans");
    assertThat(read.base()).isEqualTo("https://h.org:8443/api/v1");
    assertThat(read.trusted()).containsExactlyInAnyOrder(12L, 34L);
    assertThat(read.chat().rooms()).isEqualTo(Map.of("planning", "Sprint plans"));
  }

  @Test
  void addressWithoutAPart_isRefusedWithTheForm() {
    assertThat(refusal("zulip:///c")).contains("names no Zulip server");
    assertThat(refusal("zulip://h.org/c")).contains("names no bot");
    assertThat(refusal("zulip://bot@h.org")).contains("names no channel");
    assertThat(refusal("zulip://bot@h.org/")).contains("names no channel");
    assertThat(refusal("zulip://bot@h.org/c?colour=red")).contains("unknown option 'colour'");
  }

  @Test
  void plainHttp_isForThisMachineAlone() {
    assertThat(address("zulip://bot@127.0.0.1:99/c?tls=off").base())
        .isEqualTo("http://127.0.0.1:99/api/v1");
    assertThat(refusal("zulip://bot@h.org/c?tls=off")).contains("on this machine alone");
    assertThat(refusal("zulip://bot@127.0.0.1/c?tls=no")).contains("'on' or 'off'");
  }

  @Test
  void wrongTopicsAndIds_areRefused() {
    assertThat(refusal("zulip://bot@h.org/c?trusted=zoe@h.org")).contains("user ids");
    assertThat(refusal("zulip://bot@h.org/c?room.a=" + "x".repeat(59))).contains("at most 58");
    assertThat(refusal("zulip://bot@h.org/c?room.a=%E2%9C%94%20x")).contains("check mark");
    assertThat(refusal("zulip://bot@h.org/c?room.a=Plans&room.b=plans")).contains("two rooms");
    assertThat(refusal("zulip://bot@h.org/" + "x".repeat(61))).contains("at most 60");
  }

  @Test
  void secret_isInTheEnvironmentAlone() {
    assertThat(refusal("zulip://bot:abc@h.org/c")).contains("secret").doesNotContain("abc");
    assertThat(keyRefusal("changeme")).contains("that everybody knows");
    assertThat(keyRefusal("")).contains("PARLEY_ZULIP_KEY").contains("is not set");
    ChatSystem system = ZulipEmulation.system(URI.create("zulip://bot@h.org/c"), "Xk2zPq8rT1");
    assertThat(system.toString()).doesNotContain("Xk2zPq8rT1");
    assertThat(system.name()).isEqualTo("zulip");
    assertThat(system.hasEnvelopes()).isFalse();
  }

  private static String keyRefusal(String key) {
    ChatSecrets secrets = new ChatSecrets(name -> name.endsWith("_FILE") ? null : key);
    return refused(
            () -> new ZulipBackendProvider().system(URI.create("zulip://bot@h.org/c"), secrets))
        .message();
  }
}
