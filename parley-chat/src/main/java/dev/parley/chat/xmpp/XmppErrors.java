package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.engine.logging.Masking;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.packet.StreamError;
import org.jivesoftware.smack.sasl.SASLError;
import org.jivesoftware.smack.sasl.SASLErrorException;

/** The effects of the errors of servers and connections. */
final class XmppErrors {
  /** Servers name no time. */
  private static final Duration LIMITED = Duration.ofSeconds(5);

  private static final Set<StanzaError.Condition> LIMITS =
      EnumSet.of(StanzaError.Condition.resource_constraint, StanzaError.Condition.policy_violation);
  private static final Set<StanzaError.Condition> NOT_READY =
      EnumSet.of(
          StanzaError.Condition.remote_server_timeout,
          StanzaError.Condition.internal_server_error,
          StanzaError.Condition.recipient_unavailable);

  private XmppErrors() {}

  /** The failure of a stanza that was answered with an error. */
  static ChatFailure of(StanzaError error) {
    StanzaError.Condition condition = error.getCondition();
    boolean isToWait = error.getType() == StanzaError.Type.WAIT;
    if (isToWait && LIMITS.contains(condition)) {
      return ChatFailure.rateLimited(LIMITED);
    }
    String text = error.getDescriptiveText();
    String words = condition + (text == null || text.isBlank() ? "" : ": " + text.strip());
    return isToWait || NOT_READY.contains(condition)
        ? ChatFailure.unreachable(words, null)
        : ChatFailure.refused(words);
  }

  /** The failure of a call that may be repeated. An interrupted thread stays so. */
  static ChatFailure of(Exception failed) {
    if (failed instanceof XMPPException.XMPPErrorException answered) {
      return of(answered.getStanzaError());
    }
    if (failed instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return ChatFailure.unreachable("interrupted", failed);
    }
    boolean isAway =
        failed instanceof SmackException.NotConnectedException
            || failed instanceof SmackException.NoResponseException
            || failed instanceof SmackException.NotLoggedInException;
    return isAway
        ? ChatFailure.unreachable(Masking.message(failed), failed)
        : ChatFailure.refused(Masking.message(failed));
  }

  /** Returns true if {@code failed} says that there is no such room, message or service. */
  static boolean isNotFound(Exception failed) {
    return is(failed, StanzaError.Condition.item_not_found);
  }

  /** Returns true if {@code failed} is an error of a condition. */
  static boolean is(Exception failed, StanzaError.Condition condition) {
    return failed instanceof XMPPException.XMPPErrorException answered
        && answered.getStanzaError().getCondition() == condition;
  }

  /** Returns true if the server will not let this account in until somebody changes something. */
  static boolean isFinal(Exception ended) {
    if (ended instanceof SASLErrorException login) {
      return login.getSASLFailure().getSASLError() != SASLError.temporary_auth_failure;
    }
    return ended instanceof XMPPException.StreamErrorException stream
        && stream.getStreamError().getCondition() == StreamError.Condition.conflict;
  }

  /** The reason why a login fails as long as nothing is changed; empty where a repeat may help. */
  static Optional<String> refusal(XmppSettings settings, Exception failed) {
    String domain = settings.server().domain();
    if (failed instanceof SASLErrorException && isFinal(failed)) {
      return Optional.of(
          "the server refuses the login of "
              + settings.account()
              + "; check the account and "
              + XmppAddress.PASSWORD);
    }
    if (failed instanceof SmackException.SecurityRequiredByClientException) {
      return Optional.of("the server of " + domain + " offers no TLS; switch it on there");
    }
    if (failed instanceof SmackException.SecurityRequiredByServerException) {
      return Optional.of("the server of " + domain + " wants TLS; leave out tls=off");
    }
    if (isCertificate(failed)) {
      return Optional.of(
          "the certificate of the server of "
              + domain
              + " is not trusted; name the PEM file of its CA by the option 'ca'");
    }
    if (failed instanceof SmackException.SmackSaslException) {
      return Optional.of("the server of " + domain + " offers no login by password");
    }
    return failed instanceof XMPPException.StreamErrorException stream
            && stream.getStreamError().getCondition() == StreamError.Condition.host_unknown
        ? Optional.of("the server does not serve the domain " + domain)
        : Optional.empty();
  }

  private static boolean isCertificate(Throwable failed) {
    for (Throwable at = failed; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof CertificateException || at instanceof SSLPeerUnverifiedException) {
        return true;
      }
    }
    return false;
  }
}
