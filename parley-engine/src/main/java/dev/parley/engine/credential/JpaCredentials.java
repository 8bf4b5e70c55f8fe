package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialListener;
import dev.parley.credential.Credentials;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.Scope;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Credentials as rows, with a copy of all that are not revoked in memory.
 *
 * <p>The copy misses no change of another node, in whatever order nodes commit. Every change counts
 * up {@code changed} of its row, and no row is removed. So the sum over all rows grows with each
 * commit, and an equal sum means that nothing was committed. {@link #look} compares the sum, which
 * is one short query, and where it differs the number of each row. No clock takes part.
 */
public final class JpaCredentials implements Credentials {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES = List.of(CredentialRow.class);

  /** The maximum length of the name of a creator in characters. */
  static final int MAX_CREATOR = 64;

  /** The maximum time without an answer of the database that the copy is relied on. */
  static final Duration MAX_UNCONFIRMED = Duration.ofSeconds(60);

  private static final System.Logger LOG = System.getLogger(JpaCredentials.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int LOOK_EVERY_MILLIS = 500;
  private static final int FLUSH_EVERY_MILLIS = 1_000;

  private final CredentialRows rows;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final int max;
  private final CredentialListeners listeners;
  private final CredentialCache cache;
  private final LastUses uses;
  private final RecentTokens recentTokens = new RecentTokens();
  private final Object creation = new Object();
  private long changesSeen;
  private boolean isPausing;
  private volatile long confirmedAt;
  private volatile boolean ended;

  /**
   * Reads the credentials that there are.
   *
   * @param listening calls listeners
   * @throws ParleyException {@code unavailable}
   */
  public JpaCredentials(Transactions transactions, InstantSource clock, Executor listening) {
    this(transactions, clock, listening, System::nanoTime, MAX_COUNT);
  }

  /** Makes them with at most {@code max} that are not revoked. */
  JpaCredentials(
      Transactions transactions,
      InstantSource clock,
      Executor listening,
      LongSupplier nanos,
      int max) {
    this.rows = new CredentialRows(transactions);
    this.clock = clock;
    this.nanos = nanos;
    this.max = max;
    this.listeners = new CredentialListeners(listening);
    this.uses = new LastUses(rows, clock);
    this.cache = new CredentialCache(new Newest(), clock.instant());
    this.confirmedAt = nanos.getAsLong();
    this.changesSeen = rows.changes();
    cache.begin(rows.versions(), rows.notRevoked());
  }

  /** Begins to look for changes, for expiry, and for uses to write. */
  public void schedule(PeriodicTasks tasks) {
    tasks.every(LOOK_EVERY_MILLIS, this::lookIfDue);
    tasks.every(LOOK_EVERY_MILLIS, this::expire);
    tasks.every(FLUSH_EVERY_MILLIS, uses::flush);
  }

  @Override
  public IssuedCredential create(CredentialDraft draft, String creator) {
    TextLimits.text("creator", creator, MAX_CREATOR);
    long now = clock.millis();
    if (draft.expiresAt().filter(end -> end.toEpochMilli() <= now).isPresent()) {
      throw InvalidArgument.refusal("expires_at", "it is in the past");
    }
    TokenFormat token = TokenFormat.random();
    StoredCredential row;
    synchronized (creation) { // or two threads could pass the limit together
      row = rows.insert(TokenHash.of(token), draft, creator, now, max);
    }
    cache.take(row);
    return new IssuedCredential(row.credential(), token.text());
  }

  @Override
  public Optional<Credential> find(CredentialId id) {
    return rows.find(id).map(row -> uses.newest(row.credential()));
  }

  @Override
  public Optional<Credential> find(CredentialId id, WorkspaceId workspace) {
    return rows.find(id, workspace).map(row -> uses.newest(row.credential()));
  }

  @Override
  public Optional<Credential> current(CredentialId id) {
    confirm();
    Optional<CredentialCache.Seen> seen = cache.find(id.value());
    Optional<StoredCredential> stored =
        seen.isPresent() ? seen.get().stored() : rows.find(id).filter(row -> !row.isRevoked());
    return stored
        .map(StoredCredential::credential)
        .filter(credential -> credential.isGoodAt(clock.instant()));
  }

  /**
   * Returns a credential that is good now, and records its use by a token that is not its own.
   *
   * @param address the network address of its holder
   */
  public Optional<Credential> used(CredentialId id, String address) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    return current(id).map(credential -> LastUses.with(credential, uses.note(id, address, now)));
  }

  @Override
  public ListPage<Credential> list(Optional<CredentialId> after, int limit) {
    PageSize<Credential> size = PageSize.of(limit);
    List<Credential> read =
        rows.page(after.map(CredentialId::value).orElse(""), limit + 1).stream()
            .map(row -> uses.newest(row.credential()))
            .toList();
    return new ListPage<>(size.firstOf(read), read.size() > limit);
  }

  @Override
  public Credential revoke(CredentialId id) {
    return taken(rows.revoke(id, clock.millis()));
  }

  @Override
  public IssuedCredential rotate(CredentialId id) {
    TokenFormat token = TokenFormat.random(id);
    return new IssuedCredential(taken(rows.rotate(TokenHash.of(token))), token.text());
  }

  @Override
  public Credential changeScopes(CredentialId id, Set<Scope> scopes) {
    CredentialDraft draft =
        rows.find(id)
            .orElseThrow(CredentialRows::notFound)
            .credential()
            .properties()
            .withScopes(scopes);
    return taken(rows.changeScopes(id, draft.scopes()));
  }

  private Credential taken(StoredCredential row) {
    cache.take(row);
    return uses.newest(row.credential());
  }

  /**
   * {@inheritDoc} Makes no database call for the token of a credential that this node has seen.
   * While the database is unreachable, such tokens are good for 60 s more.
   */
  @Override
  public Optional<Credential> authenticate(String token, String address) {
    confirm();
    long changes = cache.changeCount();
    Instant now = Instant.ofEpochMilli(clock.millis());
    Optional<Credential> recent = recentTokens.find(token, address, changes, now.toEpochMilli());
    if (recent.isPresent()) {
      return recent.get().isGoodAt(now) ? recent : Optional.empty();
    }
    Optional<StoredCredential> found =
        TokenFormat.parse(token).map(TokenHash::of).flatMap(this::holding);
    if (found.isEmpty() || !found.get().credential().isGoodAt(now)) {
      return Optional.empty();
    }
    Credential credential = found.get().credential();
    Credential used = LastUses.with(credential, uses.note(credential.id(), address, now));
    recentTokens.note(token, address, used, changes, now.toEpochMilli());
    return Optional.of(used);
  }

  /** Refuses an answer from the copy where it was not compared with the rows for too long. */
  private void confirm() {
    if (ended) {
      throw new ParleyException(new Unavailable("This Parley", RETRY_AFTER));
    }
    if (nanos.getAsLong() - confirmedAt > MAX_UNCONFIRMED.toNanos()) {
      throw new ParleyException(new Unavailable("The database", RETRY_AFTER));
    }
  }

  /**
   * Finds the credential of this id and secret. Where the copy has none, the row decides: another
   * node may have created it, or changed its secret, since the last look. An unknown id costs as
   * much as a wrong secret, also one of a revoked credential; the token of a revoked one asks no
   * database.
   */
  private Optional<StoredCredential> holding(TokenHash shown) {
    Optional<CredentialCache.Seen> seen = cache.find(shown.id());
    Optional<StoredCredential> known =
        seen.isPresent() ? seen.get().stored() : Optional.empty(); // no chain: each request asks
    if (matches(known, shown)) {
      return known;
    }
    if (isRevoked(seen, shown)) {
      return Optional.empty();
    }
    Optional<StoredCredential> row = rows.find(shown);
    row.ifPresent(cache::take);
    return matches(row, shown) ? row : Optional.empty();
  }

  /** Returns true for the token of a credential that was revoked, which is for good. */
  private static boolean isRevoked(Optional<CredentialCache.Seen> seen, TokenHash shown) {
    return seen.flatMap(CredentialCache.Seen::revokedHash)
        .filter(hash -> hash.isSameAs(shown.hash()))
        .isPresent();
  }

  private static boolean matches(Optional<StoredCredential> stored, TokenHash shown) {
    SecretHash hash = stored.isPresent() ? stored.get().secretHash() : SecretHash.NONE;
    return hash.isSameAs(shown.hash()) && stored.isPresent();
  }

  @Override
  public boolean exist() {
    return !cache.isEmpty();
  }

  @Override
  public Subscription onChange(CredentialListener listener) {
    return listeners.add(listener);
  }

  /** Passes credentials on with their last use. */
  private final class Newest implements CredentialListener {
    @Override
    public void changed(Credential credential) {
      Credential newest = uses.newest(credential);
      listeners.pass(listener -> listener.changed(newest));
    }

    @Override
    public void created(Credential credential) {
      listeners.pass(listener -> listener.created(credential));
    }
  }

  /** Looks for changes: each time where that matters to anybody, else every second time. */
  private void lookIfDue() {
    isPausing = !isPausing && cache.isEmpty() && listeners.isEmpty();
    if (!isPausing) {
      look();
    }
  }

  /**
   * Looks for changes of other nodes.
   *
   * @throws ParleyException {@code unavailable}; the next call looks again
   */
  synchronized void look() {
    long began = nanos.getAsLong();
    long changes = rows.changes();
    if (changes != changesSeen) {
      rows.withIds(cache.outdated(rows.versions())).forEach(cache::take);
      changesSeen = changes;
    }
    confirmedAt = began;
  }

  /** Reports those that have expired since the last call. */
  void expire() {
    cache.expire(clock.instant());
  }

  /** Writes the last uses, at most once a minute for each credential. */
  void flush() {
    uses.flush();
  }

  /** Writes the last uses and refuses every token from now on. */
  public void end() {
    ended = true;
    try {
      uses.flushAll();
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Last uses of credentials are lost: database unreachable.",
          Masking.trace(away));
    }
  }
}
