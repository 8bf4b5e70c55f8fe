package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.engine.config.Limits;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A Parley knows which workspaces there are, after a restart too. */
@OnStores
class WorkspaceListTest {
  private final Store store;

  WorkspaceListTest(Store store) {
    this.store = store;
  }

  @Test
  void workspaces_areThoseWithRoomsSessionsOrCredentials_byName() {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      try (Parley parley = store.over(source).build()) {
        assertThat(names(parley)).containsExactly("default");
        Connection roomy = connect(parley, "b-rooms");
        for (int i = 0; i < 3; i++) {
          roomy.rooms().join(RoomName.of("room-" + i));
        }
        connect(parley, "a1").rooms().join(RoomName.of("room"));
        connect(parley, "a-sessions").sessions().start(new SessionId("run"));
        connect(parley, "ab").sessions().start(new SessionId("run"));
        var unused = credential(parley, "z-credential");
        IssuedCredential revoked = credential(parley, "revoked");
        Credential ended = parley.credentials().revoke(revoked.credential().id());
        assertThat(ended.revokedAt()).isPresent();
      }
      try (Parley again = store.over(source).build()) {
        assertThat(names(again))
            .containsExactly("a-sessions", "a1", "ab", "b-rooms", "default", "z-credential");
      }
    }
  }

  @Test
  void workspaces_areThoseOfConnectedAgents_andOfNoObserver() {
    try (HikariDataSource source = store.newMigratedDatabase();
        Parley parley = store.over(source).build()) {
      Connection alice = connect(parley, "lively");
      try (Connection unseen = parley.connect(who("watched").observing())) {
        assertThat(unseen.workspace().value()).isEqualTo("watched");
        assertThat(names(parley)).containsExactly("default", "lively");
      }
      alice.close();
      assertThat(names(parley)).containsExactly("default");
    }
  }

  @Test
  void workspaces_pastTheLimit_areReadUpToIt() {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      try (Parley parley = store.over(source).build()) {
        for (int i = 0; i < 5; i++) {
          connect(parley, "w" + i).rooms().join(RoomName.of("room"));
        }
      }
      try (Parley few = store.over(source).limits(Limits.DEFAULT.withWorkspaces(3)).build()) {
        assertThat(names(few)).containsExactly("default", "w0", "w1", "w2");
      }
    }
  }

  private static List<String> names(Parley parley) {
    return parley.workspaces().stream().map(WorkspaceId::value).toList();
  }

  private static ConnectOptions who(String workspace) {
    return new ConnectOptions(
        new WorkspaceId(workspace), Optional.of(new AgentId("alice")), Optional.empty());
  }

  private static Connection connect(Parley parley, String workspace) {
    return parley.connect(who(workspace));
  }

  private static IssuedCredential credential(Parley parley, String workspace) {
    return parley
        .credentials()
        .create(
            CredentialDraft.of(
                CredentialKind.AGENT,
                Role.MEMBER,
                new WorkspaceId(workspace),
                new NamePattern("alice"),
                "of a test"),
            "test");
  }
}
