package dev.parley.bridge;

import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** TLS over a connection. A class of its own, as a bridge without it starts sooner. */
final class TlsSocket {
  private TlsSocket() {}

  /**
   * Returns the connection with TLS, after the handshake.
   *
   * @param trusted the authorities of the server's certificate; null for those of the JDK
   * @param millis the time that the server has for each of its messages
   * @throws SSLException where there is no handshake
   */
  static Socket over(
      Socket plain, ServerUrl server, @Nullable TrustedAuthorities trusted, int millis)
      throws IOException {
    TrustedAuthorities authorities = trusted == null ? TrustedAuthorities.DEFAULT : trusted;
    SSLSocket socket =
        (SSLSocket)
            authorities
                .sslContext()
                .getSocketFactory()
                .createSocket(plain, server.host(), server.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(millis);
    try {
      socket.startHandshake();
    } catch (SSLException noTls) {
      throw noTls;
    } catch (IOException cut) {
      throw new SSLException("no handshake with " + server.authority(), cut);
    }
    return socket;
  }
}
