/** The service's limits (v2 §8, v1 §8). Request rates and sizes in bytes are options (options.ts). */
export const most = {
	/** Items of a bulk request. */
	bulkItems: 1000,
	/** `limit` of a list. */
	limit: 1000,
	/** compositeFilter and valueFilter of one search, counted together without the outermost composite. */
	filterNodes: 300,
	/** Associations in a request about a contact, and in the create form of one custom object. */
	associations: 1000,
	/** Characters of a user group's name. */
	groupName: 255,
};

/** The elements of a page if the request has no `limit`. */
export const pageSize = 100;
