package dev.parley.war.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses that a stranger may have this server connect to. */
class PublicNetworkTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "100.63.0.1",
        "100.128.0.1",
        "172.32.0.1",
        "198.20.0.1",
        "2606:4700::1",
        "2001:4860::8"
      })
  void publicAddress_isOne(String address) throws UnknownHostException {
    assertThat(PublicNetwork.has(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.1",
        "192.0.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::1",
        "2001::1",
        "2001:db8::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void otherAddress_isNone(String address) throws UnknownHostException {
    assertThat(PublicNetwork.has(InetAddress.getByName(address))).isFalse();
  }
}
