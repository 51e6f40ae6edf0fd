import { httpStatus, type RefusalCode } from '../contract/refusal';

/**
 * The statuses that the document lists for each operation (v1 §4), without those that every
 * operation has (401, 413, 429). An empty list means that the document lists none.
 */
const listed: Array<[statuses: number[], ...ids: string[]]> = [
	[
		[],
		'domainSetting.get',
		'actionField.getMany',
		'customerField.getMany',
		'contactField.getMany',
		'deal.search',
	],
	[
		[200, 500],
		'user.getMany',
		'userGroup.getMany',
		'role.getMany',
		'customer.getMany',
		'customerAction.getMany',
		'deal.getMany',
		'dealAction.getMany',
		'contact.getMany',
	],
	[
		[200, 404, 500],
		'customer.get',
		'customerAction.get',
		'customerAction.delete',
		'dealType.get',
		'deal.get',
		'dealAction.get',
	],
	[
		[200, 400, 500],
		'customer.search',
		'customer.update',
		'customerAction.update',
		'deal.update',
		'dealAction.update',
	],
	[
		[200, 400, 404, 500],
		'userGroup.update',
		'userGroup.addMember',
		'userGroup.removeMember',
		'userGroup.replaceMembers',
		'actionField.update',
		'actionField.getLabels',
		'productDetail.getMany',
		'productDetail.getFields',
		'dealContact.getMany',
		'dealContact.unlink',
	],
	[[201, 500], 'customer.create', 'deal.create'],
	[[201, 400, 500], 'actionField.create'],
	[[201, 400, 404, 500], 'customerAction.create', 'dealContact.link', 'dealAction.create'],
	[
		[500],
		'customer.createMany',
		'customerAction.createMany',
		'productDetail.createMany',
		'productDetail.updateMany',
		'deal.createMany',
		'deal.updateMany',
		'dealAction.createMany',
	],
];
export const documentedStatuses: Record<string, readonly number[]> = Object.fromEntries(
	listed.flatMap(([statuses, ...ids]) => ids.map((id) => [id, statuses])),
);

/** Whether the input is at fault, so that the same request always fails. */
export const isForInput = (code: RefusalCode): boolean =>
	code === 'BAD_REQUEST' || code === 'VALIDATION_FAILED' || code === 'NOT_FOUND';

/**
 * The status of a refusal. It is one that the document lists for the operation, so that bad input
 * is a 500 if the document lists nothing else (S3).
 */
export function statusOf(code: RefusalCode, operationId: string | undefined): number {
	const natural = httpStatus[code];
	const statuses = documentedStatuses[operationId ?? ''] ?? [];
	if (!isForInput(code) || statuses.length === 0 || statuses.includes(natural)) return natural;
	return statuses.includes(400) ? 400 : 500;
}
