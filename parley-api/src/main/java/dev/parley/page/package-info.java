/**
 * Lists in parts: a {@link dev.parley.page.PageSize} bounds one part, a {@link
 * dev.parley.page.ListPage} is one.
 */
@NullMarked
package dev.parley.page;

import org.jspecify.annotations.NullMarked;
