import type { Version } from '../operations/versions';

interface VersionTexts {
	title: string;
	description: string;
	securityScheme: [name: string, scheme: Record<string, string>];
	/** The sections of the document that describe each resource, by its name in operation ids. */
	resources: Record<string, string>;
}

const common =
	'Described here as the sandbox serves it. Method and path are inferred from the convention of ' +
	'REST where the document shows none (S1); what the document leaves open is decided in S3. ' +
	'Every response carries `Date`. Unknown paths are a 404.';

export const versionTexts: Record<Version['name'], VersionTexts> = {
	v2: {
		title: 'Sales Management Open API v2',
		description: `${common} Lists are cursor lists or page lists (v2 §4); five requests a second are accepted, and a daily number of them (v2 §8).`,
		securityScheme: [
			'accessToken',
			{
				type: 'http',
				scheme: 'bearer',
				description:
					'A personal access token (`svcp_…`) acts as its user, a team access token ' +
					'(`svct_…`) handles all data of the domain (v2 §5).',
			},
		],
		resources: {
			user: 'v2 §4.1, §2.2',
			userGroup: 'v2 §4.2, §2.3',
			role: 'v2 §4.3, §2.9',
			customer: 'v2 §4.4, §2.4',
			customerAction: 'v2 §4.5, §2.5',
			deal: 'v2 §4.6, §2.6',
			dealContact: 'v2 §4.7',
			dealAction: 'v2 §4.8, §2.5',
			contact: 'v2 §4.9, §2.7',
			contactAction: 'v2 §4.10, §2.5',
			customObject: 'v2 §4.11, §2.8',
		},
	},
	v1: {
		title: 'Sales Management Open API v1',
		description: `${common} All lists are page lists (v1 §2); a response above 10 MB is a 500 (v1 §8). Bad input is a 500 where the document lists no other status (S3).`,
		securityScheme: [
			'apiKey',
			{
				type: 'apiKey',
				in: 'header',
				name: 'X-Api-Key',
				description: 'Issued in the administration function of the service (v1 §5).',
			},
		],
		resources: {
			domainSetting: 'v1 §4, §2.1',
			user: 'v1 §4, §2.2',
			userGroup: 'v1 §4, §2.2',
			role: 'v1 §4, §2.2',
			actionField: 'v1 §4, §2.9',
			customerField: 'v1 §4, §2.9',
			customer: 'v1 §4, §2.4',
			customerAction: 'v1 §4, §2.6',
			dealType: 'v1 §4, §2.1',
			productDetail: 'v1 §4, §2.8',
			deal: 'v1 §4, §2.7',
			dealContact: 'v1 §4',
			dealAction: 'v1 §4, §2.6',
			contactField: 'v1 §4, §2.9',
			contact: 'v1 §4, §2.5',
		},
	},
};

/** The descriptions of parameters, by name. */
export const parameterTexts: Record<string, string> = {
	id: 'The id of the record.',
	limit: 'Records per page (v2 §8, v1 §8).',
	cursor: '`nextCursor` of the previous page, unchanged; another sort or other filters are a 400.',
	page: 'The number of the page, from 1.',
	sort: 'A `-` before the key means descending. Ids break ties, ascending.',
	searchWord: 'A part of the text, whatever the case of its letters.',
	createdAtFrom: 'Created from this moment on; ISO 8601, UTC without an offset (v2 §2.1).',
	createdAtTo: 'Created up to this moment.',
	updatedAtFrom: 'Updated from this moment on; ISO 8601, UTC without an offset (v2 §2.1).',
	updatedAtTo: 'Updated up to this moment.',
	startDatetime: 'Actions whose start is from this moment on (v2 §4).',
	endDatetime: 'Actions whose end is up to this moment (v2 §4).',
	'users[][id]': 'Persons in charge or others, repeated: `users[][id]=1&users[][id]=2` (v2 §4.5).',
	active: '`true` = not completed, `false` = completed (v2 §3).',
	pattern: 'The id of an action kind.',
	purpose: 'The id of an action purpose.',
	dataType: '0 = deal actions, 1 = contact actions, omitted = both (v2 §4.10).',
	dealId: 'The id of the deal.',
	deal_id: 'The id of the deal.',
	dealTypeId: 'The id of the deal type.',
	deal_type_id: 'The id of the deal type.',
	customerId: 'The id of the customer, or `all` in a list.',
	customer_id: 'The id of the customer, or `all` in a list (v2 §4.5).',
	contact_id: 'The id of the contact, or `all` in a list (v2 §4.10).',
	userGroupId: 'The id of the user group.',
	userId: 'The id of the user.',
	email: 'Only the user with this address.',
	deleted: '1 includes deleted users.',
	phoneNumber: 'Landline or mobile; compares digits only: equal, or the beginning or end (S3).',
	skipNotice: '`true` or `1` sends no notifications; any other value counts as not given (v2 §4).',
	itemKeyAsPropertyKey: '`true` returns custom values as an object keyed by itemKey (v2 §2.1).',
	include_related_objects: '1 adds the associations with custom objects (v2 §4).',
	include_files: '1 adds `files` (v2 §4).',
	custom_object_def_key: 'The key of the custom object definition (v2 §4.11).',
	item_key: 'The item key of the field.',
	actionCustomItemKey: 'The item key of the field.',
};

/** Rules of single operations that their schemas cannot say. */
export const notes: Record<Version['name'], Record<string, string>> = {
	v2: {
		'user.getCurrent': '403 for a team token, which has no executing user.',
		'userGroup.update': 'The name is unique within the organization.',
		'userGroup.addMember':
			'Keeps the other members; adding a member again succeeds. Without userId nothing changes. ' +
			'400 when the user belongs to another group.',
		'userGroup.removeMember': '404 when the group or the user does not exist.',
		'userGroup.replaceMembers': '`[]` removes all; without userIds nothing changes.',
		'customer.search': 'Custom values are compact. `companyNum` in filter or sort is a 400.',
		'customer.update': 'An empty `companyNum` does not clear it.',
		'customer.delete': 'Deletes its deals, contacts and actions too, for good.',
		'customerAction.getMany':
			'404 for a missing customer, 403 for one without permission; without the right to read ' +
			'customer actions the list is empty.',
		'customerAction.update': 'Invitees replace the whole list.',
		'deal.create': 'Rule D-R: another phase than in progress needs reason or endPhaseReasonIds.',
		'deal.update':
			'Rule D-R: another phase than in progress needs reason or endPhaseReasonIds. Product ' +
			'details with id are updated, with `deleted` removed, without id added.',
		'deal.search': 'Custom values are compact. Empty sort values come first when ascending.',
		'deal.updateMany':
			'Deals in a won or lost phase whose locked fields would change are skipped and listed in ' +
			'`skippedDeals`; team tokens ignore the lock (v2 §3).',
		'dealAction.update': 'Invitees replace the whole list.',
		'dealContact.unlink': 'The contact itself is kept.',
		'contact.search': 'Custom values are compact; a field may refer to the related customer.',
		'contact.delete': 'Deletes its values, actions and links to deals too, for good.',
		'contactAction.getMany':
			'With `all`, `contact` is the linked contact with the smallest id. Date-times have the ' +
			'offset +09:00.',
		'customObject.getMany':
			'100 a page. Any item key of type text, number, decimal_number or date is an equality ' +
			'filter: `?<itemKey>=<value>`.',
		'customObject.update': 'null or empty text clears a field. Returns an empty object.',
		'customObject.updateMany': 'If an id repeats, the last row wins.',
	},
	v1: {
		'actionField.update':
			'Changing a key can break processing that relies on the old key. Options are stored in the ' +
			'order given.',
		'actionField.create': 'A unique item key is made if none is given.',
		'userGroup.update': 'An omitted or empty name changes nothing.',
		'userGroup.addMember':
			'Without userId nothing is added. The path may end in `/{userId}` instead (v1 §4).',
		'userGroup.replaceMembers': '`[]` removes all; without userIds nothing changes.',
		'customer.search': 'A field reference is not supported.',
		'dealAction.createMany': 'One deal type per call.',
	},
};
