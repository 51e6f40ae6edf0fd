import { httpStatus, type RefusalCode } from '../contract/refusal';

/**
 * The statuses that the document lists for each operation (v1 §4), without those that every
 * operation has (401, 413, 429). None = the document lists none there.
 */
export const documentedStatuses: Record<string, readonly number[]> = {
	'domainSetting.get': [],
	'user.getMany': [200, 500],
	'userGroup.getMany': [200, 500],
	'userGroup.update': [200, 400, 404, 500],
	'userGroup.addMember': [200, 400, 404, 500],
	'userGroup.removeMember': [200, 400, 404, 500],
	'userGroup.replaceMembers': [200, 400, 404, 500],
	'role.getMany': [200, 500],
	'actionField.getMany': [],
	'actionField.create': [201, 400, 500],
	'actionField.update': [200, 400, 404, 500],
	'actionField.getLabels': [200, 400, 404, 500],
	'customerField.getMany': [],
	'contactField.getMany': [],
	'customer.getMany': [200, 500],
	'customer.create': [201, 500],
	'customer.search': [200, 400, 500],
	'customer.get': [200, 404, 500],
	'customer.update': [200, 400, 500],
	'customer.createMany': [500],
	'customerAction.getMany': [200, 500],
	'customerAction.create': [201, 400, 404, 500],
	'customerAction.get': [200, 404, 500],
	'customerAction.update': [200, 400, 500],
	'customerAction.delete': [200, 404, 500],
	'customerAction.createMany': [500],
	'dealType.get': [200, 404, 500],
	'productDetail.getMany': [200, 400, 404, 500],
	'productDetail.getFields': [200, 400, 404, 500],
	'productDetail.createMany': [500],
	'productDetail.updateMany': [500],
	'deal.getMany': [200, 500],
	'deal.create': [201, 500],
	'deal.search': [],
	'deal.get': [200, 404, 500],
	'deal.update': [200, 400, 500],
	'deal.createMany': [500],
	'deal.updateMany': [500],
	'dealContact.getMany': [200, 400, 404, 500],
	'dealContact.link': [201, 400, 404, 500],
	'dealContact.unlink': [200, 400, 404, 500],
	'dealAction.getMany': [200, 500],
	'dealAction.create': [201, 400, 404, 500],
	'dealAction.get': [200, 404, 500],
	'dealAction.update': [200, 400, 500],
	'dealAction.createMany': [500],
	'contact.getMany': [200, 500],
};

/** Whether what was sent is at fault, so that the same request always fails. */
export const isForInput = (code: RefusalCode): boolean =>
	code === 'BAD_REQUEST' || code === 'VALIDATION_FAILED' || code === 'NOT_FOUND';

/**
 * The status of a refusal: one that the document lists for the operation, so that bad input is a
 * 500 where it lists only that (S3).
 */
export function statusOf(code: RefusalCode, operationId: string | undefined): number {
	const natural = httpStatus[code];
	const listed = documentedStatuses[operationId ?? ''] ?? [];
	if (!isForInput(code) || listed.length === 0 || listed.includes(natural)) return natural;
	return listed.includes(400) ? 400 : 500;
}
