package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change of a credential at one node reaches the other, with nothing but the database. */
@OnStores
class CredentialNodesTest {
  private static final String ADDRESS = "192.0.2.7";
  private static final CredentialDraft DRAFT =
      CredentialDraft.of(
          CredentialKind.AGENT, Role.MEMBER, WorkspaceId.DEFAULT, NamePattern.ANY, "test");

  private final Store store;
  private final Queue<Credential> changes = new ConcurrentLinkedQueue<>();
  private HikariDataSource rows;
  private Parley east;
  private Parley west;

  CredentialNodesTest(Store store) {
    this.store = store;
  }

  @BeforeEach
  void open() {
    rows = store.newMigratedDatabase();
    east = store.over(rows).node("east").build();
    west = store.over(rows).node("west").build();
    west.credentials().onChange(changes::add);
  }

  @AfterEach
  void close() {
    if (rows != null) { // where the product is not there, it was never opened
      east.close();
      west.close();
      rows.close();
    }
  }

  /** Waits for a change at the other node; it takes at most 2 s on a machine with nothing else. */
  private void within2Seconds(Runnable change, Predicate<Credential> isIt) {
    long began = System.nanoTime();
    change.run();
    eventually("the change is reported", () -> changes.stream().anyMatch(isIt));
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void change_atOneNode_reachesTheOtherWithin2Seconds() {
    assertThat(west.credentials().exist()).isFalse();
    IssuedCredential issued = east.credentials().create(DRAFT, "root");
    CredentialId id = issued.credential().id();
    assertThat(west.credentials().authenticate(issued.token(), ADDRESS)).isPresent();
    assertThat(west.credentials().exist()).isTrue();
    changes.clear();
    within2Seconds(
        () -> east.credentials().changeScopes(id, Set.of(Scope.WATCH)),
        credential -> credential.properties().scopes().equals(Set.of(Scope.WATCH)));
    assertThat(
            west.credentials()
                .authenticate(issued.token(), ADDRESS)
                .orElseThrow()
                .has(Scope.ROOMS_READ))
        .isFalse();
    changes.clear();
    String[] rotated = new String[1];
    within2Seconds(() -> rotated[0] = east.credentials().rotate(id).token(), credential -> true);
    assertThat(west.credentials().authenticate(issued.token(), ADDRESS)).isEmpty();
    assertThat(west.credentials().authenticate(rotated[0], ADDRESS)).isPresent();
    within2Seconds(
        () -> east.credentials().revoke(id), credential -> credential.revokedAt().isPresent());
    assertThat(west.credentials().authenticate(rotated[0], ADDRESS)).isEmpty();
  }

  @Test
  void end_ofACredential_isReportedWithinASecond() {
    Instant end = InstantSource.system().instant().plusMillis(800);
    IssuedCredential issued = east.credentials().create(DRAFT.withExpiry(Optional.of(end)), "root");
    eventually(
        "the end is reported",
        () -> changes.stream().anyMatch(c -> !c.isGoodAt(InstantSource.system().instant())));
    eventually("it was a call of its own", () -> changes.size() == 2);
    assertThat(Duration.between(end, InstantSource.system().instant()))
        .isLessThan(Duration.ofSeconds(1));
    assertThat(west.credentials().authenticate(issued.token(), ADDRESS)).isEmpty();
  }

  @Test
  void use_atOneNode_isSoonReadAtTheOther() {
    IssuedCredential issued = east.credentials().create(DRAFT, "root");
    var used = east.credentials().authenticate(issued.token(), ADDRESS).orElseThrow().lastUse();
    eventually(
        "it is written",
        () ->
            west.credentials().find(issued.credential().id()).orElseThrow().lastUse().equals(used));
  }

  @Test
  void authenticate_afterClose_isUnavailable() {
    IssuedCredential issued = east.credentials().create(DRAFT, "root");
    east.close();
    assertThat(refusedCode(() -> east.credentials().authenticate(issued.token(), ADDRESS)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }
}
