/** What the scenarios need around them: records to refer to, and settings to choose from. */
import type { IDataObject } from 'n8n-workflow';
import type { NodeFixture } from '../nodeFixture';

/** Three custom objects to associate a record with. */
export const linkableCustomObjects = async (fixture: NodeFixture): Promise<number[]> =>
	await fixture.write(
		'customObject',
		Array.from({ length: 3 }, () => ({ customObjectDefKey: 'ticket' })),
	);

/** A search for one record. */
export const searchById = (id: number): IDataObject => ({
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'id', operator: 'equals', value: id }] },
});

export const userIds = async (fixture: NodeFixture): Promise<number[]> =>
	(await fixture.records('user.getMany', { parameters: { returnAll: true } })).map(
		({ id }) => id as number,
	);

type Named = Array<{ id: number; name: string }>;

/** A deal type as the domain settings have it (v1 §2.1). */
export interface DealType {
	readonly id: number;
	readonly phases: Array<{ id: number; status: number }>;
	readonly products: Named;
	readonly probabilities: Named;
	readonly channels: Named;
	readonly endPhaseReasons: Named;
	readonly actionsPurposes: Array<{ id: number; pattern: number }>;
	readonly dealCustomItems: IDataObject[];
	readonly dealCustomerTypes: Named;
	readonly dealProductDetailTypes: Array<{
		id: number;
		dealProductDetailTypeCustoms: Record<
			string,
			{ dealProductDetailTypeCustomItemId: number; itemType: string }
		>;
	}>;
}

export async function dealTypes(fixture: NodeFixture): Promise<[DealType, ...DealType[]]> {
	const [settings] = await fixture.records('domainSetting.get', { authentication: 'v1ApiKey' });
	return settings!.dealTypes as unknown as [DealType, ...DealType[]];
}
