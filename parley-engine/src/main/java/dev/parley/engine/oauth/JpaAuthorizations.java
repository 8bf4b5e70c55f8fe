package dev.parley.engine.oauth;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.credential.JpaCredentials;
import dev.parley.engine.oauth.OAuthSecret.Kind;
import dev.parley.engine.oauth.StoredRequest.Stage;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.CredentialId;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.CodeProof;
import dev.parley.oauth.Consent;
import dev.parley.oauth.ConsentRequest;
import dev.parley.oauth.ConsentingPerson;
import dev.parley.oauth.IssuedTokens;
import dev.parley.oauth.OAuthClients;
import dev.parley.oauth.TokenAccess;
import dev.parley.oauth.TokenLifetimes;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Rights of clients on rows; each is a credential whose own secret nobody knows. */
public final class JpaAuthorizations implements Authorizations {
  /** The time a person has for an answer. */
  static final Duration QUESTION = Duration.ofMinutes(10);

  /** The time a client has to exchange a code. */
  static final Duration CODE = Duration.ofSeconds(60);

  /** The time in which a second use of a code is noticed. */
  static final Duration USED_CODE = Duration.ofMinutes(10);

  /** The time in which a refresh token that was replaced is good once more. */
  static final Duration GRACE = Duration.ofSeconds(30);

  private static final System.Logger LOG = System.getLogger(JpaAuthorizations.class.getName());
  private static final int SWEEP_EVERY_MILLIS = 60_000;

  /** The maximum number of times that another use of the same tokens may be first. */
  private static final int MAX_TRIES = 8;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Transactions transactions;
  private final InstantSource clock;
  private final JpaCredentials credentials;
  private final Audit audit;
  private final ClientRows clients;
  private final RequestRows requests;
  private final GrantRows grants;
  private final ReplacedRows replaced;
  private final LatestGrants latest;

  /** Makes those of a node. */
  public JpaAuthorizations(
      Transactions transactions, InstantSource clock, JpaCredentials credentials, Audit audit) {
    this(transactions, clock, credentials, audit, System::nanoTime, OAuthClients.MAX_COUNT);
  }

  /** Makes them with at most {@code maxClients} registered clients. */
  JpaAuthorizations(
      Transactions transactions,
      InstantSource clock,
      JpaCredentials credentials,
      Audit audit,
      LongSupplier nanos,
      int maxClients) {
    this.transactions = transactions;
    this.clock = clock;
    this.credentials = credentials;
    this.audit = audit;
    this.clients = new ClientRows(transactions, clock, maxClients);
    this.requests = new RequestRows(transactions);
    this.grants = new GrantRows(transactions);
    this.replaced = new ReplacedRows(transactions);
    this.latest = new LatestGrants(grants, nanos);
  }

  /** Begins to remove what has ended. */
  public void schedule(PeriodicTasks tasks) {
    tasks.every(SWEEP_EVERY_MILLIS, this::sweep);
  }

  /** Removes what has ended. */
  void sweep() {
    long now = clock.millis();
    int unusedRequests = requests.removeBefore(now);
    grants.ended(now).forEach(ended -> end(ended.credential()));
    int unusedGrants = grants.removeRevoked();
    int unusedReplaced = replaced.removeBefore(now);
    int unusedClients = clients.sweep();
  }

  @Override
  public OAuthClients clients() {
    return clients;
  }

  @Override
  public String ask(ConsentRequest request, ConsentingPerson person) {
    OAuthSecret ticket = OAuthSecret.random(Kind.TICKET, OAuthSecret.newId());
    requests.ask(ticket, request, person, clock.millis() + QUESTION.toMillis());
    return ticket.text();
  }

  @Override
  public Optional<ConsentRequest> asked(String ticket, ConsentingPerson person) {
    return question(ticket, person).map(StoredRequest::request);
  }

  private Optional<StoredRequest> question(String ticket, ConsentingPerson person) {
    Optional<OAuthSecret> shown = OAuthSecret.parse(Kind.TICKET, ticket);
    Optional<StoredRequest> row =
        shown
            .flatMap(secret -> requests.find(secret.id()))
            .filter(read -> read.stage() == Stage.ASKED)
            .filter(read -> StoredGrant.areEqual(read.secretHash(), shown.orElseThrow().hash()));
    if (row.filter(read -> !read.login().equals(person.login())).isPresent()) {
      requests.remove(row.get().id());
      return Optional.empty();
    }
    return row.filter(read -> clock.millis() < read.expiresAt());
  }

  @Override
  public Optional<String> allow(String ticket, ConsentingPerson person, CredentialDraft allowed) {
    Optional<StoredRequest> asked = question(ticket, person);
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    OAuthSecret shown = OAuthSecret.parse(Kind.TICKET, ticket).orElseThrow();
    OAuthSecret code = OAuthSecret.random(Kind.CODE, shown.id());
    long now = clock.millis();
    boolean isFirst =
        transactions.call(
            entities -> {
              if (GrantRows.count(entities, person.name()) >= MAX_GRANTS_EACH) {
                throw new ParleyException(new LimitReached("allowed clients", MAX_GRANTS_EACH));
              }
              clients.used(entities, asked.get().request().client());
              return requests.allow(
                  entities, shown, code, person, allowed, now, now + CODE.toMillis());
            });
    return isFirst ? Optional.of(code.text()) : Optional.empty();
  }

  @Override
  public Optional<ConsentRequest> refuse(String ticket, ConsentingPerson person) {
    return question(ticket, person)
        .filter(
            row ->
                requests.removeQuestion(
                    OAuthSecret.parse(Kind.TICKET, ticket).orElseThrow(), person))
        .map(StoredRequest::request);
  }

  @Override
  public Optional<IssuedTokens> exchange(String code, CodeProof proof, TokenLifetimes lifetimes) {
    Optional<OAuthSecret> shown = OAuthSecret.parse(Kind.CODE, code);
    Optional<StoredRequest> row =
        shown
            .flatMap(secret -> requests.find(secret.id()))
            .filter(read -> StoredGrant.areEqual(read.secretHash(), shown.orElseThrow().hash()));
    if (row.isEmpty()) {
      return Optional.empty();
    }
    long now = clock.millis();
    if (!requests.take(shown.orElseThrow(), now + USED_CODE.toMillis())) {
      grants.ofRequest(row.get().id()).ifPresent(stolen -> endStolen(stolen, "code"));
      return Optional.empty();
    }
    return row.filter(read -> now < read.expiresAt() && fits(read.request(), proof))
        .map(read -> issue(read, now, lifetimes));
  }

  private static boolean fits(ConsentRequest request, CodeProof proof) {
    return request.client().equals(proof.client())
        && request.redirectUri().equals(proof.redirectUri())
        && StoredGrant.areEqual(request.challenge(), proof.challenge())
        && proof.resource().filter(named -> !named.equals(request.resource())).isEmpty();
  }

  private IssuedTokens issue(StoredRequest request, long now, TokenLifetimes lifetimes) {
    long endsAt = now + lifetimes.grant().toMillis();
    CredentialDraft allowed =
        request.allowed().orElseThrow().withExpiry(Optional.of(Instant.ofEpochMilli(endsAt)));
    Credential credential = credentials.create(allowed, request.person()).credential();
    String family = OAuthSecret.newFamily();
    NewTokens made = NewTokens.of(credential.id(), family, now, endsAt, lifetimes);
    try {
      grants.insert(
          new StoredGrant(
              credential.id(),
              request.id(),
              request.request().client(),
              request.person(),
              allowed.scopes(),
              made.stored(allowed.scopes()),
              made.refresh().familyHash(),
              endsAt));
    } catch (ParleyException away) {
      credentials.revoke(credential.id());
      throw away;
    }
    return made.issued(credential, allowed.scopes());
  }

  /** Tokens that nobody has yet. */
  private record NewTokens(
      OAuthSecret access, long accessUntil, OAuthSecret refresh, long refreshUntil) {
    static NewTokens of(
        CredentialId id, String family, long now, long endsAt, TokenLifetimes lifetimes) {
      return new NewTokens(
          OAuthSecret.random(Kind.ACCESS, id.value()),
          Math.min(endsAt, now + lifetimes.access().toMillis()),
          OAuthSecret.refresh(id.value(), family),
          Math.min(endsAt, now + lifetimes.unused().toMillis()));
    }

    StoredGrant.Tokens stored(Set<Scope> scopes) {
      return new StoredGrant.Tokens(
          access.hash(), scopes, accessUntil, refresh.hash(), refreshUntil);
    }

    IssuedTokens issued(Credential credential, Set<Scope> scopes) {
      return new IssuedTokens(
          credential, access.text(), Instant.ofEpochMilli(accessUntil), scopes, refresh.text());
    }
  }

  @Override
  public Optional<IssuedTokens> refresh(
      String token, String client, Optional<Set<Scope>> scopes, TokenLifetimes lifetimes) {
    Optional<OAuthSecret> shown = OAuthSecret.parse(Kind.REFRESH, token);
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<StoredGrant> row =
          ofFamily(shown.get()).filter(grant -> grant.client().equals(client));
      if (row.isEmpty() || isStolen(row.get(), shown.get()) || hasEnded(row.get())) {
        return Optional.empty();
      }
      Optional<IssuedTokens> next = rotated(row.get(), shown.get(), scopes, lifetimes);
      if (next.isPresent()) {
        return next;
      }
    }
    throw new ParleyException(new Unavailable("This Parley", RETRY_AFTER));
  }

  /** Ends the rights where a token was replaced too long ago. */
  private boolean isStolen(StoredGrant grant, OAuthSecret shown) {
    boolean isGood =
        grant.hasRefresh(shown)
            || replaced.isGood(grant.credential(), shown.hash(), clock.millis());
    if (!isGood) {
      endStolen(grant, "refresh token");
    }
    return !isGood;
  }

  private boolean hasEnded(StoredGrant grant) {
    long now = clock.millis();
    return now >= grant.tokens().refreshUntil()
        || now >= grant.endsAt()
        || credentials.current(grant.credential()).isEmpty();
  }

  /** Replaces the tokens; empty where somebody else did since the row was read. */
  private Optional<IssuedTokens> rotated(
      StoredGrant grant, OAuthSecret shown, Optional<Set<Scope>> scopes, TokenLifetimes lifetimes) {
    Set<Scope> asked = scopes.map(Scope::withIncluded).orElse(grant.scopes());
    if (!grant.scopes().containsAll(asked)) {
      throw InvalidArgument.refusal("scope", "it has a scope that was not allowed");
    }
    long now = clock.millis();
    NewTokens next =
        NewTokens.of(grant.credential(), shown.family(), now, grant.endsAt(), lifetimes);
    Optional<Credential> credential = credentials.current(grant.credential());
    boolean isFirst =
        credential.isPresent()
            && grants.rotate(
                grant.credential(),
                grant.tokens().refreshHash(),
                next.stored(asked),
                now + GRACE.toMillis());
    latest.forget(grant.credential());
    return isFirst ? Optional.of(next.issued(credential.get(), asked)) : Optional.empty();
  }

  private Optional<StoredGrant> ofFamily(OAuthSecret token) {
    return grants.find(new CredentialId(token.id())).filter(grant -> grant.isOfFamily(token));
  }

  private void endStolen(StoredGrant grant, String what) {
    LOG.log(
        System.Logger.Level.WARNING,
        "A {0} was shown twice; the rights of its client are ended, credential {1}.",
        what,
        grant.credential());
    Credential ended = end(grant.credential());
    audit.record(
        new Act(
            ended.properties().workspace(),
            "",
            Origin.NONE,
            AuditAction.CREDENTIAL_REVOKE,
            "credential " + ended.id() + ": its " + what + " was shown twice",
            Act.OK));
  }

  private Credential end(CredentialId credential) {
    Credential revoked = credentials.revoke(credential);
    grants.remove(credential);
    latest.forget(credential);
    return revoked;
  }

  @Override
  public Optional<TokenAccess> access(String token, String address) {
    Optional<OAuthSecret> shown = OAuthSecret.parse(Kind.ACCESS, token);
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    long now = clock.millis();
    CredentialId id = new CredentialId(shown.get().id());
    return latest
        .find(id, grant -> grant.hasAccess(shown.get(), now))
        .flatMap(
            grant ->
                credentials
                    .used(grant.credential(), address)
                    .map(credential -> rights(grant, credential)));
  }

  @Override
  public List<Consent> consents(String person) {
    return grants.ofPerson(person, MAX_GRANTS_EACH).stream()
        .flatMap(
            grant ->
                credentials
                    .current(grant.credential())
                    .map(credential -> new Consent(grant.client(), credential))
                    .stream())
        .toList();
  }

  @Override
  public Optional<Credential> end(CredentialId consent, String person) {
    return grants
        .find(consent)
        .filter(grant -> grant.person().equals(person))
        .filter(grant -> credentials.current(grant.credential()).isPresent())
        .map(grant -> end(grant.credential()));
  }

  private static TokenAccess rights(StoredGrant grant, Credential credential) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    scopes.addAll(grant.tokens().accessScopes());
    scopes.retainAll(credential.properties().scopes());
    return new TokenAccess(credential, scopes, Instant.ofEpochMilli(grant.tokens().accessUntil()));
  }

  @Override
  public Optional<Credential> revoke(String token, String client) {
    Optional<StoredGrant> byAccess =
        OAuthSecret.parse(Kind.ACCESS, token)
            .flatMap(
                shown ->
                    grants
                        .find(new CredentialId(shown.id()))
                        .filter(grant -> grant.hasAccess(shown, clock.millis())));
    return byAccess
        .or(() -> OAuthSecret.parse(Kind.REFRESH, token).flatMap(this::ofFamily))
        .filter(grant -> grant.client().equals(client))
        .map(grant -> end(grant.credential()));
  }
}
