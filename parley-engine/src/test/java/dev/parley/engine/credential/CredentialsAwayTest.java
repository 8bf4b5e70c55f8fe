package dev.parley.engine.credential;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Credential;
import dev.parley.credential.IssuedCredential;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.id.CredentialId;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The promises of credentials while nobody can reach the rows. */
@OnStores(Store.H2)
class CredentialsAwayTest extends OpenCredentials {
  private static final int MANY = 1_000;

  CredentialsAwayTest(Store store) {
    super(store);
  }

  @Test
  void authenticate_aThousandKnownTokens_asksNoDatabase() {
    JpaCredentials many = node(MANY);
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      tokens.add(many.create(DRAFT, "root").token());
    }
    there.look();
    JpaCredentials later = node(MANY);
    line.begin();
    for (JpaCredentials node : List.of(many, there, later)) {
      assertThat(tokens).allMatch(token -> node.authenticate(token, ADDRESS).isPresent());
    }
    assertThat(line.refusals()).isZero();
  }

  @Test
  void authenticate_anUnknownOrWrongToken_isUnavailable() {
    IssuedCredential issued = here.create(DRAFT, "root");
    String wrong = TokenFormat.random(issued.credential().id()).text();
    line.begin();
    assertThat(refusedCode(() -> there.authenticate(issued.token(), ADDRESS)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> here.authenticate(wrong, ADDRESS)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void authenticate_aRevokedToken_asksNoDatabase() {
    IssuedCredential issued = here.create(DRAFT, "root");
    here.revoke(issued.credential().id());
    line.begin();
    assertThat(here.authenticate(issued.token(), ADDRESS)).isEmpty();
  }

  @Test
  void authenticate_aWrongSecretOfARevokedId_asksAsAnUnknownIdDoes() {
    CredentialId revoked = here.create(DRAFT, "root").credential().id();
    here.revoke(revoked);
    line.begin();
    for (TokenFormat wrong : List.of(TokenFormat.random(revoked), TokenFormat.random())) {
      assertThat(refusedCode(() -> here.authenticate(wrong.text(), ADDRESS)))
          .isEqualTo(ProblemCode.UNAVAILABLE);
    }
  }

  @Test
  void authenticate_after60SecondsWithoutALook_isUnavailableUntilTheNext() {
    IssuedCredential issued = here.create(DRAFT, "root");
    line.begin();
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(refusedCode(here::look)).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(here.authenticate(issued.token(), ADDRESS)).isPresent();
    nanos.incrementAndGet();
    assertThat(refusedCode(() -> here.authenticate(issued.token(), ADDRESS)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    line.end();
    here.look();
    assertThat(here.authenticate(issued.token(), ADDRESS)).isPresent();
  }

  @Test
  void change_thatALookFailedToRead_isReadByTheNext() {
    IssuedCredential issued = here.create(DRAFT, "root");
    List<Credential> changes = new ArrayList<>();
    there.onChange(changes::add);
    line.begin();
    assertThat(refusedCode(there::look)).isEqualTo(ProblemCode.UNAVAILABLE);
    line.end();
    there.look();
    assertThat(changes).containsExactly(issued.credential());
  }

  @Test
  void use_thatCouldNotBeWritten_isWrittenLater() {
    IssuedCredential issued = here.create(DRAFT, "root");
    CredentialId id = issued.credential().id();
    here.authenticate(issued.token(), ADDRESS);
    line.begin();
    assertThat(refusedCode(here::flush)).isEqualTo(ProblemCode.UNAVAILABLE);
    line.end();
    here.flush();
    assertThat(there.find(id).orElseThrow().lastUse())
        .isEqualTo(Optional.of(new Credential.Use(NOON, ADDRESS)));
  }

  @Test
  void end_whileTheRowsAreAway_returns() {
    IssuedCredential issued = here.create(DRAFT, "root");
    here.authenticate(issued.token(), ADDRESS);
    line.begin();
    here.end();
    assertThat(line.refusals()).isPositive();
  }
}
