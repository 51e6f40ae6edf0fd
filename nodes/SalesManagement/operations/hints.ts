import type { IExecuteFunctions, NodeHint } from 'n8n-workflow';
import type { Offered, Resource } from './operation';

/** Lists that can be filtered and are read in pages: all of one may be very many requests. */
const isLongList = ({ id, form }: Offered): boolean =>
	id === 'getMany' &&
	form.controls.some(({ fields }) => 'returnAll' in fields) &&
	form.collections.some(({ name, fields }) => name === 'filters' && fields.length > 0);

/** What the editor says beside the node before it runs, by what its form holds. */
export function hintsOf(resources: ReadonlyArray<Resource<Offered>>): NodeHint[] {
	const long = resources.filter(({ operations }) => operations.some(isLongList));
	const ids = long.map(({ id }) => `"${id}"`).join(', ');
	return [
		{
			message:
				'Return All without a filter reads the whole list, up to 1,000 records per request (100 custom objects). If you need fewer, add a filter or turn Return All off.',
			type: 'info',
			location: 'outputPane',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ $parameter["operation"] === "getMany" && [${ids}].includes($parameter["resource"]) && $parameter["returnAll"] === true && Object.keys($parameter["filters"] || {}).length === 0 }}`,
		},
	];
}

/** Whether n8n will run a write once more as a whole. No expression can see this setting of the node. */
export const isRepeated = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ writes }: Offered,
): boolean => writes && context.getNode().retryOnFail === true;

export const REPEATS =
	'Retry On Fail is on: when this node fails, n8n runs all of its items again, and each attempt may write a second time what those before it wrote. Turn it off in the node’s settings; the node itself repeats what is safe to repeat.';
