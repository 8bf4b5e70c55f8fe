/**
 * Pages of lists: {@link dev.parley.page.PageSize} limits one page, {@link
 * dev.parley.page.ListPage} is one.
 */
@NullMarked
package dev.parley.page;

import org.jspecify.annotations.NullMarked;
