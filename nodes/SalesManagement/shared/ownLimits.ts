/**
 * Where the node itself stops: how much it reads, how long it waits, how often it asks. What the
 * service limits is in `serviceLimits.ts`. A service that is slow, broken or lying can't make a run endless.
 */
export const LIMITS = {
	/**
	 * The greatest answer, unpacked. v1 stops at 10 MB (v1 §8), v2 names no limit: this is 1,000
	 * records of 64 kB each. A list reads on in smaller pages.
	 */
	answerBytes: 64 * 1024 * 1024,
	/** A page of 1,000 records takes seconds on a slow line; n8n itself would wait five minutes. */
	beginningMs: 100_000,
	/** From a request to the end of its answer: 10 MB at half a megabit a second. */
	wholeRequestMs: 200_000,

	/** A request that is sent gets at least this long, however little time its caller has left. */
	shortestRequestMs: 1_000,

	/**
	 * Requests of one node that are under way at once. The pacing sets the speed; this has to be enough
	 * to keep five a second going at two seconds of latency.
	 */
	requestsUnderWay: 10,

	/** Attempts that end in a fault, which seldom passes. */
	attempts: 4,
	/** The longest wait for another attempt; so no `Retry-After` beyond it. */
	retryWaitMs: 60_000,
	/**
	 * How long a run repeats a 429 while the rate lets nothing of its process through. As long as anything gets
	 * through, others use the rate too, and each request's turn comes.
	 */
	shutOutMs: 120_000,
	/** A fault may last. */
	backoffMs: { first: 500, longest: 30_000 },
	/** Both quotas begin anew at midnight UTC (v2 §8), so no wait that a service asks for is longer. */
	retryAfterMs: 86_400_000,

	/** More pages than a day's quota of 50,000 requests allows to read often: ten million records in v2. */
	pagesOfList: 10_000,
	/**
	 * Pages in a row without a record that is new. One is normal: a record that was changed meanwhile
	 * may be on a later page again.
	 */
	pagesWithoutNews: 2,

	/**
	 * Above this many items n8n itself gets into trouble, so a hint says so: it stalls for seconds at
	 * 100,000 and can't save an execution of 250,000 (measured on n8n 2.41).
	 */
	itemsCarriedEasily: 50_000,

	/** So many rows that were refused one by one, with none accepted, show that the others would be, too. */
	refusedAlone: 20,
	/**
	 * Requests that one run spends on finding refused rows: 100 s at five a second. Where all guilty
	 * rows lie apart, it finds about 30 among 1,000.
	 */
	splittingRequests: 500,

	/** Of the ids that a message lists; a run of ids counts as one. The rest is counted. */
	idsInMessage: 20,
	/** The same of items, by their numbers: without them nobody could go on. */
	itemsInMessage: 200,
	/** Of the rows and of the details that a description lists. */
	linesInDescription: 10,
	/** Characters of one text of the service. */
	textLength: 300,
	/** Of the service's texts about one item. */
	textsOfItem: 3,
};
