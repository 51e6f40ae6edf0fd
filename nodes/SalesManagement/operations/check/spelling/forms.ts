/** How single addresses may be built otherwise: nested or flat, under another word, in another order. */

/** The same address otherwise; `undefined` where the form says nothing about it. */
type Form = (path: string) => string | undefined;

/** Replaces the beginning of an address, up to the end of a segment. */
const beginning =
	(from: string, to: string): Form =>
	(path) =>
		path === from || path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : undefined;

const replacing =
	(pattern: RegExp, to: string): Form =>
	(path) =>
		pattern.test(path) ? path.replace(pattern, to) : undefined;

export const FORMS = {
	flatDealTypes: beginning('/deal_setting/deal_types', '/deal_types'),
	products: beginning('/deal_product_detail_types', '/product_details'),
	productFields: beginning('/deal_product_detail_type_custom_items', '/product_detail_fields'),
	dealActions: beginning('/actions', '/deal_actions'),
	dealsActions: beginning('/actions', '/deals/actions'),
	flatActions: replacing(/^\/(customer|contact)s(\/\{\w+\})?\/actions/, '/$1_actions$2'),
	// Behind those of deal actions, which have nothing to do with fields.
	fieldsByOwner: replacing(/^\/(action|customer|contact)_custom_items/, '/$1s/custom_items'),
	activities: replacing(/(?<=[/_])actions(?=\/|$)/g, 'activities'),
	searchFirst: replacing(/^(\/.+)\/search$/, '/search$1'),
	searchMarked: replacing(/\/search$/, '/_search'),
	query: replacing(/\/search$/, '/query'),
	bulkBehind: replacing(/^\/deal_types\/(\{\w+\})\/deals\/bulk$/, '/deals/bulk/$1'),
	bulkFirst: replacing(/^(\/.+)\/bulk$/, '/bulk$1'),
	batch: replacing(/\/bulk$/, '/batch'),
	bulkVerb: replacing(/\/bulk$/, '/bulk_create'),
	me: beginning('/users/me', '/me'),
	current: beginning('/users/me', '/users/current'),
	members: replacing(/^(\/user_groups\/\{\w+\})\/users/, '$1/members'),
	flatContacts: replacing(/^\/deals\/(\{\w+\})\/contacts/, '/deal_contacts/$1'),
} satisfies Record<string, Form>;

export type FormName = keyof typeof FORMS;

export const ALL_FORMS = Object.keys(FORMS) as FormName[];

const applying = (path: string): FormName[] =>
	ALL_FORMS.filter((name) => FORMS[name](path) !== undefined);

/** The forms that say something about an address, also about what others have made of it. */
export const formsFor = (path: string): FormName[] => {
	const own = applying(path);
	const behind = own.flatMap((name) => applying(FORMS[name](path) ?? path));
	return ALL_FORMS.filter((name) => own.includes(name) || behind.includes(name));
};

/** In the order in which they don't disturb each other. */
export const formed = (path: string, forms: readonly FormName[]): string =>
	ALL_FORMS.filter((name) => forms.includes(name)).reduce(
		(built, name) => FORMS[name](built) ?? built,
		path,
	);
