import type { INodePropertyOptions } from 'n8n-workflow';
import { allRecords } from './catalog';
import { named } from './names';
import type { LookupSource } from './source';

/** Users, roles and groups: the service has complete lists of these. */
export async function completeOptions(
	source: LookupSource,
	operation: 'user.getMany' | 'role.getMany' | 'userGroup.getMany',
): Promise<INodePropertyOptions[]> {
	const records = await allRecords(source, operation);
	return records.flatMap((record) => {
		const each = named(record);
		if (!each) return [];
		const description = typeof record.email === 'string' ? { description: record.email } : {};
		return [{ name: each.name, value: each.id, ...description }];
	});
}
