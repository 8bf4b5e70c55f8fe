package dev.parley.engine.credential;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.Scope;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotFound;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of credentials: which token is good, at which node, and who hears of a change. */
@OnStores
class JpaCredentialsTest extends OpenCredentials {
  private static final CredentialId ABSENT = new CredentialId("absent000000");

  JpaCredentialsTest(Store store) {
    super(store);
  }

  private IssuedCredential issued() {
    return here.create(DRAFT, "root");
  }

  @Test
  void create_aDraft_isFoundAsItWasGiven() {
    CredentialDraft ending = DRAFT.withExpiry(Optional.of(NOON.plusSeconds(60)));
    IssuedCredential issued = here.create(ending, "root");
    Credential credential = issued.credential();
    assertThat(credential)
        .isEqualTo(
            new Credential(
                credential.id(), ending, NOON, "root", Optional.empty(), Optional.empty()));
    assertThat(issued.token()).startsWith("parley_" + credential.id() + "_");
    assertThat(here.find(credential.id())).contains(credential);
    assertThat(there.find(credential.id())).contains(credential);
    assertThat(here.find(ABSENT)).isEmpty();
  }

  @Test
  void create_anExpiredOne_isRefused() {
    assertThat(refusedField(() -> here.create(DRAFT.withExpiry(Optional.of(NOON)), "root")))
        .isEqualTo("expires_at");
    CredentialDraft soon = DRAFT.withExpiry(Optional.of(NOON.plusMillis(1)));
    assertThat(here.create(soon, "root").credential().properties()).isEqualTo(soon);
  }

  @Test
  void create_byACreatorOf64Characters_isTakenAndOneLongerIsRefused() {
    assertThat(here.create(DRAFT, "c".repeat(64)).credential().createdBy()).hasSize(64);
    assertThat(refusedField(() -> here.create(DRAFT, "c".repeat(65)))).isEqualTo("creator");
  }

  @Test
  void create_pastTheLimit_isRefusedUntilOneIsRevoked() {
    IssuedCredential first = issued();
    for (int i = 1; i < MAX; i++) {
      issued();
    }
    assertThat(refused(() -> here.create(DRAFT, "root")))
        .isEqualTo(new LimitReached("credentials", MAX));
    here.revoke(first.credential().id());
    assertThat(issued().token()).isNotEmpty();
    assertThat(refusedCode(() -> there.create(DRAFT, "root"))).isEqualTo(ProblemCode.LIMIT_REACHED);
  }

  @Test
  void list_inPages_hasAllInTheOrderOfIds() {
    List<Credential> made = new ArrayList<>();
    for (int i = 0; i < MAX; i++) {
      made.add(issued().credential());
    }
    made.set(0, here.revoke(made.get(0).id()));
    made.sort(Comparator.comparing(credential -> credential.id().value()));
    ListPage<Credential> first = there.list(Optional.empty(), 2);
    assertThat(first).isEqualTo(new ListPage<>(made.subList(0, 2), true));
    assertThat(there.list(Optional.of(made.get(1).id()), 2))
        .isEqualTo(new ListPage<>(made.subList(2, 3), false));
    assertThat(there.list(Optional.empty(), 1_000).items()).isEqualTo(made);
    assertThat(refusedField(() -> there.list(Optional.empty(), 0))).isEqualTo("limit");
    assertThat(refusedField(() -> there.list(Optional.empty(), 1_001))).isEqualTo("limit");
  }

  @Test
  void authenticate_aWrongToken_isNothing() {
    IssuedCredential issued = issued();
    String token = issued.token();
    String other = TokenFormat.random(issued.credential().id()).text();
    for (JpaCredentials node : List.of(here, there)) {
      assertThat(node.authenticate(token, ADDRESS)).isPresent();
      assertThat(node.authenticate(other, ADDRESS)).isEmpty();
      assertThat(node.authenticate(TokenFormat.random().text(), ADDRESS)).isEmpty();
      assertThat(node.authenticate("parley_", ADDRESS)).isEmpty();
    }
  }

  @Test
  void authenticate_aTokenOfAnotherNode_isGoodBeforeAnyLook() {
    IssuedCredential issued = issued();
    assertThat(there.authenticate(issued.token(), ADDRESS).orElseThrow().properties())
        .isEqualTo(DRAFT);
    String rotated = here.rotate(issued.credential().id()).token();
    assertThat(there.authenticate(rotated, ADDRESS)).isPresent();
    assertThat(there.authenticate(issued.token(), ADDRESS)).isEmpty();
  }

  @Test
  void authenticate_atItsEnd_isRefusedAndReportedOnce() {
    IssuedCredential issued = here.create(DRAFT.withExpiry(Optional.of(NOON.plusSeconds(5))), "me");
    there.look();
    List<Credential> changes = new ArrayList<>();
    there.onChange(changes::add);
    clock.advance(Duration.ofMillis(4_999));
    there.expire();
    assertThat(there.authenticate(issued.token(), ADDRESS)).isPresent();
    assertThat(changes).isEmpty();
    clock.advance(Duration.ofMillis(1));
    assertThat(there.authenticate(issued.token(), ADDRESS)).isEmpty();
    there.expire();
    there.expire();
    there.look();
    clock.advance(Duration.ofMillis(1));
    there.expire();
    assertThat(changes).extracting(Credential::id).containsExactly(issued.credential().id());
  }

  @Test
  void revoke_atOneNode_reachesTheOther() {
    IssuedCredential issued = issued();
    assertThat(there.authenticate(issued.token(), ADDRESS)).isPresent();
    List<Credential> changes = new ArrayList<>();
    there.onChange(changes::add);
    clock.advance(Duration.ofSeconds(1));
    Credential revoked = here.revoke(issued.credential().id());
    assertThat(revoked.revokedAt()).contains(NOON.plusSeconds(1));
    assertThat(here.authenticate(issued.token(), ADDRESS)).isEmpty();
    there.look();
    assertThat(there.authenticate(issued.token(), ADDRESS)).isEmpty();
    assertThat(changes).extracting(Credential::revokedAt).containsExactly(revoked.revokedAt());
    clock.advance(Duration.ofSeconds(1));
    assertThat(there.revoke(revoked.id()).revokedAt()).isEqualTo(revoked.revokedAt());
    assertThat(changes).hasSize(1);
  }

  @Test
  void changes_atTheirOwnNode_areReportedAtOnce() {
    List<Credential> changes = new ArrayList<>();
    var subscription = here.onChange(changes::add);
    CredentialId id = issued().credential().id();
    Credential narrowed = here.changeScopes(id, Set.of(Scope.ROOMS_WRITE));
    assertThat(narrowed.properties().scopes())
        .containsExactlyInAnyOrder(Scope.ROOMS_READ, Scope.ROOMS_WRITE);
    Credential rotated = here.rotate(id).credential();
    Credential revoked = here.revoke(id);
    assertThat(changes).hasSize(4).endsWith(narrowed, rotated, revoked);
    here.look();
    assertThat(changes).hasSize(4);
    subscription.close();
    issued();
    assertThat(changes).hasSize(4);
  }

  @Test
  void changeScopes_atOneNode_reachesTheOther() {
    IssuedCredential issued = issued();
    there.look();
    here.changeScopes(issued.credential().id(), Set.of(Scope.WATCH));
    there.look();
    assertThat(there.authenticate(issued.token(), ADDRESS).orElseThrow().properties().scopes())
        .containsExactly(Scope.WATCH);
    assertThat(refusedField(() -> here.changeScopes(issued.credential().id(), Set.of())))
        .isEqualTo("scopes");
  }

  @Test
  void change_ofAnAbsentOrRevokedOne_isNotFound() {
    CredentialId revoked = issued().credential().id();
    here.revoke(revoked);
    NotFound notFound = new NotFound("credential");
    assertThat(refused(() -> here.revoke(ABSENT))).isEqualTo(notFound);
    for (CredentialId id : List.of(ABSENT, revoked)) {
      assertThat(refused(() -> here.rotate(id))).isEqualTo(notFound);
      assertThat(refused(() -> here.changeScopes(id, Set.of(Scope.WATCH)))).isEqualTo(notFound);
    }
  }

  @Test
  void exist_onceOneWasCreated_staysTrueAtEveryNode() {
    assertThat(here.exist()).isFalse();
    assertThat(there.exist()).isFalse();
    CredentialId id = issued().credential().id();
    here.revoke(id);
    assertThat(here.exist()).isTrue();
    there.look();
    assertThat(there.exist()).isTrue();
    assertThat(node(MAX).exist()).isTrue();
  }

  @Test
  void start_overRows_knowsThemAndReportsNone() {
    IssuedCredential good = issued();
    CredentialId revoked = issued().credential().id();
    here.revoke(revoked);
    JpaCredentials later = node(MAX);
    List<Credential> changes = new ArrayList<>();
    later.onChange(changes::add);
    later.look();
    later.expire();
    assertThat(changes).isEmpty();
    line.begin();
    assertThat(later.authenticate(good.token(), ADDRESS)).isPresent();
    line.end();
  }

  @Test
  void find_inAWorkspace_findsItsCredentialsAlone_alsoRevokedOnes() {
    CredentialId id = issued().credential().id();
    here.revoke(id);
    assertThat(there.find(id, new WorkspaceId("shop"))).isEqualTo(there.find(id)).isPresent();
    assertThat(there.find(id, WorkspaceId.DEFAULT)).isEmpty();
    assertThat(there.find(ABSENT, new WorkspaceId("shop"))).isEmpty();
  }

  @Test
  void use_isSeenHereAtOnce_andThereOnceItIsWritten() {
    IssuedCredential issued = issued();
    CredentialId id = issued.credential().id();
    Credential.Use first = new Credential.Use(NOON, ADDRESS);
    assertThat(here.authenticate(issued.token(), ADDRESS).orElseThrow().lastUse()).contains(first);
    assertThat(here.find(id).orElseThrow().lastUse()).contains(first);
    assertThat(there.find(id).orElseThrow().lastUse()).isEmpty();
    here.flush();
    assertThat(there.find(id).orElseThrow().lastUse()).contains(first);
  }

  @Test
  void use_withinAMinuteOfTheLastWrite_isWrittenAfterIt() {
    IssuedCredential issued = issued();
    CredentialId id = issued.credential().id();
    here.authenticate(issued.token(), ADDRESS);
    here.flush();
    clock.advance(Duration.ofSeconds(59));
    here.authenticate(issued.token(), "a".repeat(70) + "\0");
    Credential.Use second = new Credential.Use(NOON.plusSeconds(59), "a".repeat(64));
    here.flush();
    assertThat(there.find(id).orElseThrow().lastUse()).contains(new Credential.Use(NOON, ADDRESS));
    assertThat(here.list(Optional.empty(), 1).items().get(0).lastUse()).contains(second);
    clock.advance(Duration.ofSeconds(1));
    here.flush();
    assertThat(there.find(id).orElseThrow().lastUse()).contains(second);
  }

  @Test
  void use_beforeTheEnd_isWrittenByIt() {
    IssuedCredential issued = issued();
    here.authenticate(issued.token(), "\0" + ADDRESS);
    here.end();
    assertThat(there.find(issued.credential().id()).orElseThrow().lastUse())
        .contains(new Credential.Use(NOON, "?" + ADDRESS));
    assertThat(refusedCode(() -> here.authenticate(issued.token(), ADDRESS)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void use_withinASecond_isTheSameUse_exceptFromAnotherAddress() {
    IssuedCredential issued = issued();
    here.authenticate(issued.token(), ADDRESS);
    clock.advance(Duration.ofMillis(999));
    assertThat(here.authenticate(issued.token(), ADDRESS).orElseThrow().lastUse())
        .contains(new Credential.Use(NOON, ADDRESS));
    assertThat(here.authenticate(issued.token(), "192.0.2.1").orElseThrow().lastUse())
        .contains(new Credential.Use(NOON.plusMillis(999), "192.0.2.1"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(here.authenticate(issued.token(), "192.0.2.1").orElseThrow().lastUse())
        .contains(new Credential.Use(NOON.plusMillis(1_999), "192.0.2.1"));
  }

  @Test
  void token_thatWasGoodAMomentAgo_isRefusedOnceItsCredentialHasChanged() {
    IssuedCredential revoked = issued();
    here.authenticate(revoked.token(), ADDRESS);
    here.revoke(revoked.credential().id());
    assertThat(here.authenticate(revoked.token(), ADDRESS)).isEmpty();

    IssuedCredential rotated = issued();
    here.authenticate(rotated.token(), ADDRESS);
    here.rotate(rotated.credential().id());
    assertThat(here.authenticate(rotated.token(), ADDRESS)).isEmpty();

    IssuedCredential narrowed = issued();
    here.authenticate(narrowed.token(), ADDRESS);
    here.changeScopes(narrowed.credential().id(), Set.of(Scope.ROOMS_WRITE));
    assertThat(here.authenticate(narrowed.token(), ADDRESS).orElseThrow().properties().scopes())
        .containsExactlyInAnyOrder(Scope.ROOMS_READ, Scope.ROOMS_WRITE);

    IssuedCredential elsewhere = issued();
    here.authenticate(elsewhere.token(), ADDRESS);
    there.revoke(elsewhere.credential().id());
    here.look();
    assertThat(here.authenticate(elsewhere.token(), ADDRESS)).isEmpty();
  }

  @Test
  void token_thatWasGoodAMomentAgo_isRefusedFromItsEndOn() {
    IssuedCredential ending =
        here.create(DRAFT.withExpiry(Optional.of(NOON.plusMillis(500))), "root");
    assertThat(here.authenticate(ending.token(), ADDRESS)).isPresent();
    clock.advance(Duration.ofMillis(499));
    assertThat(here.authenticate(ending.token(), ADDRESS)).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(here.authenticate(ending.token(), ADDRESS)).isEmpty();
  }

  /** A use that was written later, but happened earlier, is no last use. */
  @Test
  void use_olderThanThatOfAnotherNode_isNotWritten() {
    IssuedCredential issued = issued();
    there.authenticate(issued.token(), "192.0.2.1");
    clock.advance(Duration.ofSeconds(1));
    here.authenticate(issued.token(), ADDRESS);
    here.flush();
    there.flush();
    assertThat(node(MAX).find(issued.credential().id()).orElseThrow().lastUse())
        .contains(new Credential.Use(NOON.plusSeconds(1), ADDRESS));
  }
}
