/**
 * Rights of OAuth clients as rows. Start with {@link dev.parley.engine.oauth.JpaAuthorizations}.
 *
 * <p>What a person allows is a credential. A copy of the rows of access tokens that were used
 * lately saves a query for most requests. A periodic task of the node removes what has ended. Safe
 * for any thread.
 */
@NullMarked
package dev.parley.engine.oauth;

import org.jspecify.annotations.NullMarked;
