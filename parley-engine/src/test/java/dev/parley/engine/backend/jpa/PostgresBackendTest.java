package dev.parley.engine.backend.jpa;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

@OnStores(Store.POSTGRESQL)
class PostgresBackendTest extends JpaBackendContract {
  /** Besides the nodes of a test there is the one that the contract connects. */
  private static final String LISTENING =
      """
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'parley-listening'
      """;

  @Test
  void node_hearsOfWhatAnotherPosts() {
    JpaBackend one = backendThatHears(true);
    JpaBackend other = backendThatHears(true);
    one.connect();
    other.connect();
    try {
      awaitListening(3);
      Queue<String> told = follow(other);
      for (int i = 0; i < 20; i++) {
        post(one, "m" + i);
        int all = i + 1;
        eventually("it is told", () -> told.size() == all);
      }
      assertThat(told).startsWith("m0", "m1").endsWith("m19");
    } finally {
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void node_whoseConnectionBroke_looksAtWhatItMissedAndHearsAgain() {
    JpaBackend silent = backendThatHears(false);
    JpaBackend one = backendThatHears(true);
    JpaBackend other = backendThatHears(true);
    one.connect();
    other.connect();
    silent.connect();
    try {
      awaitListening(3);
      Queue<String> told = follow(other);
      post(silent, "missed");
      post(one, "heard");
      eventually("both are told", () -> told.size() == 2);
      post(silent, "missed too");
      List<Integer> before = listening();
      ask("SELECT pg_terminate_backend(pid) FROM (" + LISTENING + ") AS listening");
      eventually("what was missed is told", () -> told.size() == 3);
      post(one, "heard too");
      eventually("the next is heard", () -> told.size() == 4);
      assertThat(told).containsExactly("missed", "heard", "missed too", "heard too");
      awaitListening(3);
      assertThat(listening()).doesNotContainAnyElementsOf(before);
    } finally {
      silent.disconnect();
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void wordsOfStrangers_arePassedOver() {
    JpaBackend one = backendThatHears(true);
    JpaBackend other = backendThatHears(true);
    one.connect();
    other.connect();
    try {
      awaitListening(3);
      Queue<String> told = follow(other);
      List<Integer> before = listening();
      for (String word : List.of("", "x", " ", "x y", "x 1", "x 99999999999999999999")) {
        ask("SELECT CAST(pg_notify('parley_topic', '" + word + "') AS text)");
      }
      post(one, "one");
      eventually("it is told", () -> told.size() == 1);
      assertThat(listening()).hasSameElementsAs(before);
    } finally {
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void disconnect_leavesNoConnectionThatListens() {
    JpaBackend node = backendThatHears(true);
    awaitListening(1);
    for (int i = 0; i < 3; i++) {
      node.connect();
      awaitListening(2);
      node.disconnect();
      awaitListening(1);
    }
  }

  private void awaitListening(int nodes) {
    eventually(nodes + " listen", () -> listening().size() == nodes);
  }

  /** The process numbers of the sessions that listen. */
  private List<Integer> listening() {
    return ask(LISTENING).stream().map(Integer.class::cast).toList();
  }

  private static Queue<String> follow(JpaBackend node) {
    Queue<String> told = new ConcurrentLinkedQueue<>();
    node.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message().text()));
    return told;
  }
}
