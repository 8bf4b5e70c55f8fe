package dev.parley.war.http;

import dev.parley.war.settings.Settings;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of the sender of a request, and whether the request was encrypted on the way.
 * Forwarded headers count where the connection comes from a proxy of the setting {@code
 * trust-proxy}, an address or a network such as {@code 10.0.0.0/8}, with commas; else anybody could
 * write them.
 */
public final class ForwardedHeaders {
  private static final String ATTRIBUTE = ForwardedHeaders.class.getName();

  private static final Pattern FORWARDED =
      Pattern.compile("(?i)(?:^|[;,\\s])(for|proto)=(\"[^\"]*\"|[^;,\\s]*)");
  private static final Pattern PORT = Pattern.compile("^\\[([^\\]]*)\\](?::\\d+)?$|^([^:]*):\\d+$");
  private static final Pattern LITERAL = Pattern.compile("[0-9A-Fa-f:.]{2,45}");
  private static final Pattern FIGURES = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  private static final Pattern COMMA = Pattern.compile(",");
  private static final int IPV6_PREFIX_BYTES = 8;
  private static final int MAX_OCTET = 255;

  private final List<Network> proxies;

  /** An address, or all that begin with the same bits. */
  private static final class Network {
    private final byte[] address;
    private final int bits;

    private Network(byte[] address, int bits) {
      this.address = address;
      this.bits = bits;
    }

    private boolean has(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int i = 0; i < bits; i++) {
        int mask = 0x80 >> (i % 8);
        if ((address[i / 8] & mask) != (other[i / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private ForwardedHeaders(List<Network> proxies) {
    this.proxies = List.copyOf(proxies);
  }

  /**
   * Returns the one of a deployment, which trusts the proxies of its settings. They are read once.
   *
   * @throws IllegalArgumentException for what is no address and no network
   */
  public static ForwardedHeaders of(ServletContext context) {
    if (context.getAttribute(ATTRIBUTE) instanceof ForwardedHeaders known) {
      return known;
    }
    ForwardedHeaders made = new ForwardedHeaders(networks(Settings.of(context)));
    context.setAttribute(ATTRIBUTE, made);
    return made;
  }

  /**
   * Checks the settings, before anything is started.
   *
   * @throws IllegalArgumentException for what is no address and no network
   */
  public static void check(Settings settings) {
    var unused = networks(settings);
  }

  private static List<Network> networks(Settings settings) {
    return settings.values("trust-proxy").stream().map(ForwardedHeaders::network).toList();
  }

  private static Network network(String text) {
    String[] parts = text.split("/", 2);
    byte[] address =
        bytes(parts[0])
            .orElseThrow(
                () -> new IllegalArgumentException("trust-proxy: " + text + " is no address"));
    int most = address.length * 8;
    int bits = most;
    if (parts.length == 2) {
      bits = parts[1].matches("[0-9]{1,3}") ? Integer.parseInt(parts[1]) : -1;
    }
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException("trust-proxy: " + text + " is no network");
    }
    return new Network(address, bits);
  }

  /**
   * The address that limits count by: the client's, as the nearest proxy that is not trusted, or
   * the last trusted one, saw it. Of IPv6 the network of 64 bits, which one client has to itself.
   */
  public String of(HttpServletRequest request) {
    String nearest = String.valueOf(request.getRemoteAddr());
    if (!isProxy(nearest)) {
      return counted(nearest);
    }
    List<String> hops = hops(request);
    String client = nearest;
    for (int i = hops.size() - 1; i >= 0 && isProxy(client); i--) {
      client = hops.get(i);
    }
    return counted(client);
  }

  /** Returns whether the client's side of the connection is encrypted. */
  public boolean isSecure(HttpServletRequest request) {
    if (request.isSecure()) {
      return true;
    }
    if (!isProxy(String.valueOf(request.getRemoteAddr()))) {
      return false;
    }
    String proto = request.getHeader("X-Forwarded-Proto");
    if (proto != null) {
      String[] said = COMMA.split(proto, -1);
      return said[said.length - 1].strip().equalsIgnoreCase("https");
    }
    List<String> said = forwarded(request, "proto");
    return !said.isEmpty() && said.get(said.size() - 1).equalsIgnoreCase("https");
  }

  private static List<String> hops(HttpServletRequest request) {
    List<String> hops = new ArrayList<>();
    var headers = request.getHeaders("X-Forwarded-For");
    while (headers != null && headers.hasMoreElements()) {
      COMMA.splitAsStream(headers.nextElement()).map(String::strip).forEach(hops::add);
    }
    return hops.isEmpty() ? forwarded(request, "for") : hops;
  }

  private static List<String> forwarded(HttpServletRequest request, String parameter) {
    List<String> values = new ArrayList<>();
    var headers = request.getHeaders("Forwarded");
    while (headers != null && headers.hasMoreElements()) {
      Matcher pairs = FORWARDED.matcher(headers.nextElement());
      while (pairs.find()) {
        if (pairs.group(1).toLowerCase(Locale.ROOT).equals(parameter)) {
          values.add(pairs.group(2).replace("\"", ""));
        }
      }
    }
    return values;
  }

  private boolean isProxy(String address) {
    if (proxies.isEmpty()) {
      return false;
    }
    Optional<byte[]> bytes = bytes(address);
    return bytes.isPresent() && proxies.stream().anyMatch(proxy -> proxy.has(bytes.get()));
  }

  private static String counted(String address) {
    if (isCounted(address)) {
      return address;
    }
    byte @Nullable [] bytes = bytes(address).orElse(null);
    if (bytes == null) {
      return "unknown";
    }
    try {
      boolean six = bytes.length == 16;
      byte[] network = six ? Arrays.copyOf(Arrays.copyOf(bytes, IPV6_PREFIX_BYTES), 16) : bytes;
      return InetAddress.getByAddress(network).getHostAddress();
    } catch (UnknownHostException cannotBe) {
      throw new IllegalStateException(cannotBe);
    }
  }

  /**
   * Returns whether an address is one of IPv4 as it is counted: four numbers up to 255 without
   * leading zeros. No pattern, because each request asks.
   */
  private static boolean isCounted(String address) {
    int numbers = 1;
    int digits = 0;
    int number = 0;
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c == '.' && digits > 0) {
        numbers++;
        digits = 0;
        number = 0;
      } else if (c >= '0' && c <= '9' && (digits == 0 || number > 0)) {
        digits++;
        number = number * 10 + c - '0';
        if (number > MAX_OCTET) {
          return false;
        }
      } else {
        return false;
      }
    }
    return numbers == 4 && digits > 0;
  }

  /** The bytes of an address in figures, with or without a port; no name is looked up. */
  private static Optional<byte[]> bytes(String text) {
    Matcher port = PORT.matcher(text);
    String bare = text;
    if (port.matches()) {
      bare = port.group(1) == null ? port.group(2) : port.group(1);
    }
    int zone = bare.indexOf('%');
    bare = zone < 0 ? bare : bare.substring(0, zone);
    if (!FIGURES.matcher(bare).matches()
        && (!LITERAL.matcher(bare).matches() || bare.indexOf(':') < 0)) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(bare).getAddress());
    } catch (UnknownHostException none) {
      return Optional.empty();
    }
  }
}
