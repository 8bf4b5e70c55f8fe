package dev.parley.war.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.settings.Settings;
import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Logins that no change of a credential reached, as they were opened while it happened. */
class LoginsTest {
  private final ServletContext context = loopback();
  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection observer = parley.connect(ConnectOptions.of("observer"));
  private final Logins logins =
      new Logins(
          new Authenticator(TokenPolicy.of(Settings.of(context)), parley::credentials),
          () -> parley,
          workspace -> observer,
          new People(),
          FailedLoginLimiter.of(context),
          LoginFiles.inMemory());
  private final AtomicInteger ended = new AtomicInteger();

  private static ServletContext loopback() {
    ServletContextHandler handler = new ServletContextHandler();
    handler.setInitParameter("parley.bound-to-loopback", "true");
    return handler.getServletContext();
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void expire_endsALoginWithoutACredentialOnceOneIsNeeded() {
    begin(Optional.empty());
    logins.expire();
    assertThat(ended).hasValue(0);
    IssuedCredential unused = person();
    logins.expire();
    assertThat(ended).hasValue(1);
  }

  @Test
  void expire_endsALoginOfARevokedCredential() {
    IssuedCredential issued = person();
    begin(Optional.of(issued.token()));
    logins.expire();
    assertThat(ended).hasValue(0);
    Credential unused = parley.credentials().revoke(issued.credential().id());
    logins.expire();
    assertThat(ended).hasValue(1);
  }

  /** The notice of a new credential may come after its holder has logged in. */
  @Test
  void noticeOfANewCredential_endsNoLoginOfIt_andThatOfAChangeDoes() {
    IssuedCredential issued = person();
    begin(Optional.of(issued.token()));
    logins.created(issued.credential());
    assertThat(ended).hasValue(0);
    logins.changed(issued.credential());
    assertThat(ended).hasValue(1);
  }

  private void begin(Optional<String> token) {
    logins
        .begin(token, "127.0.0.1", Optional.empty(), Nickname.of("ana"))
        .orElseThrow()
        .login()
        .endWith(ended::incrementAndGet);
  }

  private IssuedCredential person() {
    return parley
        .credentials()
        .create(
            CredentialDraft.of(
                CredentialKind.PERSON,
                Role.MEMBER,
                WorkspaceId.DEFAULT,
                new NamePattern("ana"),
                "of a test"),
            "test");
  }
}
