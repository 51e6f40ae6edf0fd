/**
 * The limits that the node sets itself: how much it reads, how long it waits, how often it sends. With them,
 * a slow, broken or lying service can't make a run endless. Limits of the service are in `serviceLimits.ts`.
 */
export const LIMITS = {
	/**
	 * The largest answer in bytes, unpacked. v1 stops at 10 MB (v1 §8), v2 names no limit: this is 1,000
	 * records of 64 kB each. A list reads on in smaller pages.
	 */
	answerBytes: 64 * 1024 * 1024,
	/**
	 * The longest wait for an answer to begin: a page of 1,000 records takes seconds on a slow line; n8n itself
	 * would wait five minutes.
	 */
	beginningMs: 100_000,
	/** The longest time from a request to the end of its answer: 10 MB at half a megabit a second. */
	wholeRequestMs: 200_000,

	/** A request that is sent gets at least this long, however little time its caller has left. */
	shortestRequestMs: 1_000,

	/**
	 * Requests of one node that are under way at once. The pacing sets the speed; this number is enough to keep
	 * five a second going at two seconds of latency.
	 */
	requestsUnderWay: 10,

	/** Attempts that may end in a fault before the request fails. */
	attempts: 4,
	/** The longest wait before another attempt; a longer `Retry-After` fails the request. */
	retryWaitMs: 60_000,
	/**
	 * How long a run repeats a 429 while the rate limit lets none of its process's requests through. As long as
	 * some get through, other programs share the rate, and each request gets its turn.
	 */
	shutOutMs: 120_000,
	/** Exponential backoff after a 5xx or a broken connection. */
	backoffMs: { first: 500, longest: 30_000 },

	/**
	 * The most pages of a list: ten million records in v2. A day's quota of 50,000 requests does not allow more
	 * of that often.
	 */
	pagesOfList: 10_000,
	/**
	 * Pages in a row without a new record, after which a list has failed. One is normal: a record that was
	 * changed meanwhile may be on a later page again.
	 */
	pagesWithoutNews: 2,

	/**
	 * The number of items above which a hint warns: n8n stalls for seconds at 100,000 and can't save an
	 * execution of 250,000 (measured on n8n 2.41).
	 */
	itemsCarriedEasily: 50_000,

	/** Rows refused one by one, with none accepted, after which the others are not tried. */
	refusedAlone: 20,
	/**
	 * Requests that one run may spend on finding refused rows: 100 s at five a second. If all guilty rows lie
	 * apart, it finds about 30 among 1,000.
	 */
	splittingRequests: 500,

	/** Ids in a message, where a run of ids counts as one. The rest is counted. */
	idsInMessage: 20,
	/** Item numbers in a message: the user needs them to go on. */
	itemsInMessage: 200,
	/** Rows, and details, in a description. */
	linesInDescription: 10,
	/** Characters of one text of the service. */
	textLength: 300,
	/** Texts of the service about one item. */
	textsOfItem: 3,
};
