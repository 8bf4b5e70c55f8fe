package dev.parley.chat.xmpp;

import java.util.Optional;
import javax.net.ssl.X509TrustManager;

/**
 * The server of an account, and the way to it.
 *
 * @param domain the domain that it serves
 * @param host its host; empty where DNS names it
 * @param port its port; -1 where DNS names it
 * @param isPlain whether the connection has no TLS
 * @param trust the check of its certificate; empty for the one of the JDK
 */
record XmppServer(
    String domain, String host, int port, boolean isPlain, Optional<X509TrustManager> trust) {}
