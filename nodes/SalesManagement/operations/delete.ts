import { strictly } from '../fields';
import { CONTROLS, type RecordDescription } from '../records';
import { pathToOne } from './form/record';
import { article, identityOf, options, type Operation, type Spec } from './model';
import { sendEach } from './sending/sendEach';

export function remove(record: RecordDescription, spec: Spec): Operation {
	const { one, deletedWith: others } = record;
	return sendEach(record, {
		...identityOf(spec),
		...(others && {
			notice: `Deleting ${article(one)} also permanently deletes ${others}, which Stop When More Than does not count`,
		}),
		form: {
			fields: pathToOne(record).map(strictly),
			collections: [options(spec.options)],
			controls: [CONTROLS.limit],
		},
		writes: true,
		otherwise: 'deleted',
	});
}
