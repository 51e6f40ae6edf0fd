/** The limits of the service. Those that the node sets itself are in `ownLimits.json`. */

/** Rows of a bulk request (v2 §8). */
export const MOST_ROWS = 1000;

/** Records of a page, unless `api/routes/routes.json` has another number (v2 §8, v1 §8). */
export const LARGEST_PAGE = 1000;

/** Filters in a search; the outermost group is not counted (v2 §4.4). */
export const FILTER_NODES = 300;

/** Requests a second, counted in windows of one second (v2 §8). */
export const SERVICE_RATE = 5;
