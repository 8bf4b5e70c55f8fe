package dev.parley.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialListener;
import dev.parley.id.CredentialId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reads of rows arrive in any order; the newest state stays. */
class CredentialCacheTest {
  private static final Instant NOON = OpenCredentials.NOON;
  private static final CredentialId ID = new CredentialId("abcdefghij12");

  private final List<Credential> changes = new ArrayList<>();
  private final CredentialCache cache = new CredentialCache(changes::add, NOON);

  private static StoredCredential row(long changed, Optional<Instant> revokedAt) {
    return new StoredCredential(
        new Credential(ID, OpenCredentials.DRAFT, NOON, "root", revokedAt, Optional.empty()),
        SecretHash.of("secret" + changed),
        changed);
  }

  @Test
  void take_aReadThatWasOvertakenByARevocation_changesNothing() {
    cache.take(row(2, Optional.of(NOON)));
    cache.take(row(1, Optional.empty()));
    assertThat(cache.find(ID.value()).orElseThrow().stored()).isEmpty();
    assertThat(changes).hasSize(1);
  }

  @Test
  void take_aCredentialForTheFirstTime_isANewOne_andLaterAChange() {
    List<Credential> created = new ArrayList<>();
    CredentialCache noting =
        new CredentialCache(
            new CredentialListener() {
              @Override
              public void changed(Credential credential) {
                changes.add(credential);
              }

              @Override
              public void created(Credential credential) {
                created.add(credential);
              }
            },
            NOON);
    noting.take(row(1, Optional.empty()));
    assertThat(created).hasSize(1);
    assertThat(changes).isEmpty();
    noting.take(row(2, Optional.empty()));
    assertThat(created).hasSize(1);
    assertThat(changes).hasSize(1);
  }

  @Test
  void take_theSameStateTwice_isOneChange() {
    cache.take(row(1, Optional.empty()));
    cache.take(row(1, Optional.empty()));
    assertThat(changes).hasSize(1);
  }

  @Test
  void expire_atEachEnd_reportsItOnce_alsoOfOneThatCameLater() {
    cache.begin(Map.of("a".repeat(12), 1L), List.of(ending("a".repeat(12), 10)));
    cache.take(ending("b".repeat(12), 5));
    assertThat(expiredAt(4)).isEmpty();
    assertThat(expiredAt(5)).containsExactly("b".repeat(12));
    assertThat(expiredAt(9)).isEmpty();
    cache.take(ending("c".repeat(12), 12));
    assertThat(expiredAt(10)).containsExactly("a".repeat(12));
    assertThat(expiredAt(20)).containsExactly("c".repeat(12));
    assertThat(expiredAt(30)).isEmpty();
  }

  private static StoredCredential ending(String id, int seconds) {
    CredentialDraft draft =
        OpenCredentials.DRAFT.withExpiry(Optional.of(NOON.plusSeconds(seconds)));
    Optional<Instant> never = Optional.empty();
    return new StoredCredential(
        new Credential(new CredentialId(id), draft, NOON, "root", never, Optional.empty()),
        SecretHash.of(id),
        1);
  }

  private List<String> expiredAt(int seconds) {
    changes.clear();
    cache.expire(NOON.plusSeconds(seconds));
    return changes.stream().map(credential -> credential.id().value()).toList();
  }

  @Test
  void outdated_ofVersions_areTheNewAndTheLaterOnes() {
    cache.begin(Map.of(ID.value(), 2L), List.of(row(2, Optional.empty())));
    assertThat(changes).isEmpty();
    assertThat(cache.outdated(Map.of(ID.value(), 2L))).isEmpty();
    assertThat(cache.outdated(Map.of(ID.value(), 1L))).isEmpty();
    assertThat(cache.outdated(Map.of(ID.value(), 3L, "new", 1L)))
        .containsExactlyInAnyOrder(ID.value(), "new");
  }
}
