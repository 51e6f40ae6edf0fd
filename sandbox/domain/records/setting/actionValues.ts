import { sql } from '../../store/sql';
import type { CustomValue } from '../../properties/property';
import type { Field } from '../../store/settings';
import type { Scope } from '../../scope';

/**
 * Replaces the values that actions have of a field whose definition changed; undefined clears one.
 * The actions themselves were not updated: their dates stay.
 */
export function rewriteActionValues(
	{ service, caller }: Scope,
	{ id }: Field,
	replace: (value: CustomValue) => CustomValue | undefined,
): void {
	const path = `$."${id}"`;
	const having = service.store.actions.select({
		where: [
			sql`t.domainId = ${caller.domainId}`,
			sql`json_extract(t.customs, ${path}) IS NOT NULL`,
		],
	});
	for (const action of having) {
		const { [id]: before, ...others } = action.customs;
		const after = before === undefined ? undefined : replace(before);
		const customs = after === undefined ? others : { ...others, [id]: after };
		service.store.actions.update({ ...action, customs }, service.clock.now());
	}
}
