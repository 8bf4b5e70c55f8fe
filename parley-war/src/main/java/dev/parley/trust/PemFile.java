package dev.parley.trust;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The certificates and private keys of a PEM file. Text around its blocks is passed over. */
public final class PemFile {
  /** The size of the largest file that is read, in bytes: ten times the bundle of a system. */
  public static final int MAX_BYTES = 4 << 20;

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PRIVATE_KEY = "PRIVATE KEY";
  private static final List<String> ALGORITHMS = List.of("RSA", "EC");

  private final String name;
  private final List<Block> blocks;

  /** The text between the two lines of a label. */
  private record Block(String label, String text) {}

  private PemFile(String name, List<Block> blocks) {
    this.name = name;
    this.blocks = blocks;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException where it is absent, unreadable or too large
   */
  public static PemFile read(Path file) {
    return of(file.toString(), bytes(file));
  }

  /**
   * Returns what a file holds.
   *
   * @throws IllegalArgumentException where it is absent, unreadable or too large
   */
  public static byte[] bytes(Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException absent) {
      throw new IllegalArgumentException(file + " does not exist", absent);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + " cannot be read by this user", unreadable);
    }
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(file + " has more than " + MAX_BYTES + " bytes");
    }
    return bytes;
  }

  /**
   * Reads the content of a file.
   *
   * @param name the name of the file, for refusals
   */
  public static PemFile of(String name, byte[] content) {
    List<Block> blocks = new ArrayList<>();
    String label = "";
    StringBuilder text = new StringBuilder();
    for (String line : (Iterable<String>) new String(content, ISO_8859_1).lines()::iterator) {
      String stripped = line.strip();
      if (stripped.startsWith(BEGIN) && stripped.endsWith(DASHES)) {
        label = stripped.substring(BEGIN.length(), stripped.length() - DASHES.length());
        text.setLength(0);
      } else if (stripped.startsWith(END) && !label.isEmpty()) {
        blocks.add(new Block(label, text.toString()));
        label = "";
      } else if (!label.isEmpty()) {
        text.append(stripped).append('\n');
      }
    }
    return new PemFile(name, blocks);
  }

  /**
   * Returns the certificates in the order of the file, one at least.
   *
   * @throws IllegalArgumentException where there is none, or one is damaged
   */
  public List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks) {
      if (block.label().equals(CERTIFICATE)) {
        certificates.add(certificate(block));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no certificate: it needs a block -----BEGIN CERTIFICATE-----");
    }
    return List.copyOf(certificates);
  }

  private X509Certificate certificate(Block block) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(decoded(block)));
    } catch (CertificateException damaged) {
      throw new IllegalArgumentException("a certificate in " + name + " is damaged", damaged);
    }
  }

  /**
   * Returns the private key, which is RSA or EC and not encrypted.
   *
   * @throws IllegalArgumentException where there is none or several, or it is of another kind
   */
  public PrivateKey privateKey() {
    List<Block> keys =
        blocks.stream().filter(block -> block.label().endsWith(PRIVATE_KEY)).toList();
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no private key: it needs a block -----BEGIN PRIVATE KEY-----");
    }
    if (keys.size() > 1) {
      throw new IllegalArgumentException(name + " has more than one private key");
    }
    Block key = keys.get(0);
    if (key.label().startsWith("ENCRYPTED") || key.text().contains("ENCRYPTED")) {
      throw new IllegalArgumentException(
          "the private key in " + name + " is encrypted; " + remedy());
    }
    if (!key.label().equals(PRIVATE_KEY)) {
      throw new IllegalArgumentException(
          "the private key in "
              + name
              + " is in the form "
              + key.label()
              + ", and not in PKCS#8; "
              + remedy());
    }
    PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(decoded(key));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException another) {
        // the next one may be it
      } catch (NoSuchAlgorithmException everyJdkHasBoth) {
        throw new IllegalStateException(everyJdkHasBoth);
      }
    }
    throw new IllegalArgumentException(
        "the private key in " + name + " is damaged, or neither RSA nor EC");
  }

  private String remedy() {
    return "convert it: openssl pkey -in " + name + " -out NEW_FILE";
  }

  private byte[] decoded(Block block) {
    try {
      return Base64.getMimeDecoder().decode(block.text());
    } catch (IllegalArgumentException damaged) {
      throw new IllegalArgumentException(
          "the block " + block.label() + " in " + name + " is damaged", damaged);
    }
  }
}
