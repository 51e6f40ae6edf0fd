/** What the service allows at most (v2 §8, v1 §8); rates and sizes in bytes are options. */
export const most = {
	/** Items of a bulk request. */
	bulkItems: 1000,
	/** `limit` of a list. */
	limit: 1000,
	/** compositeFilter and valueFilter of a search together, without the outermost composite. */
	filterNodes: 300,
	/** Associations in a request about a contact, and in the create form of one custom object. */
	associations: 1000,
	/** Characters of a user group's name. */
	groupName: 255,
};

/** The elements of a page, unless `limit` says otherwise. */
export const pageSize = 100;
