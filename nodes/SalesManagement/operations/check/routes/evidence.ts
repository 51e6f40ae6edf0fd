/** Whether what an address answers is what an operation reads: by its records, not by its address. */
import type { OperationId } from '../../../api/routes/routes';
import { foldedName, isBlank, isObject, textOf } from '../../../values';
import { describedBy, expectedOf, isDescribed } from '../expected';
import { isSuccess, type Answer } from '../inquiry';
import type { Known } from '../known';
import { idOf, listIn, recordIn, valueOf } from '../reading';
import { isAsNowhere } from './state';

/** `shown` by records of the kind; `empty` is a list of nothing that may be any list. */
type Evidence = 'shown' | 'empty' | 'none';

/** What records of any kind may have. */
const COMMON = ['id', 'name', 'createdAt', 'updatedAt', 'memo'];

/** Properties by which records are known, and how many of them have to be seen. */
interface Marks {
	readonly names: readonly string[];
	readonly needed: number;
}

const half = (names: readonly string[]): Marks => ({ names, needed: Math.ceil(names.length / 2) });

/** Of what the descriptions of records leave out. */
const UNDESCRIBED: Readonly<Partial<Record<OperationId, Marks>>> = {
	'domainSetting.get': half(['dealTypes', 'users', 'roles']),
	'actionField.getLabels': half(['name']),
	'productDetail.getFields': half(['itemType', 'itemKey', 'orderNum']),
};

/** What each record of a kind has and others have not; else what some of them have. */
function marksOf({ version }: Known, operation: OperationId): Marks {
	const record = describedBy(operation);
	const undescribed = UNDESCRIBED[operation];
	if (undescribed || !record) return undescribed ?? half([]);
	const related: readonly string[] = record.watch?.related ?? [];
	const expected = expectedOf(record, version).filter(
		({ property }) => !related.includes(property),
	);
	const own = expected.filter(({ property }) => !COMMON.includes(property));
	const namesOf = (all: typeof own) => all.map(({ property }) => property);
	const filled = own.filter(({ isFilled }) => isFilled);
	if (filled.length > 0) return half(namesOf(filled));
	if (own.length > 0) {
		return {
			names: [...namesOf(own), ...(record.customs?.property ? [record.customs.property] : [])],
			needed: 1,
		};
	}
	return { names: namesOf(expected), needed: expected.length };
}

/** Whether records are of the kind, in whichever way their properties are spelled. */
function areOfKind(known: Known, operation: OperationId, records: readonly unknown[]): boolean {
	const seen = new Set(records.filter(isObject).flatMap(Object.keys).map(foldedName));
	const { names, needed } = marksOf(known, operation);
	const found = names.map(foldedName).filter((name) => seen.has(name) || seen.has(`${name}id`));
	return found.length >= needed;
}

/** Whether it is the record that a list has shown, however little of it is seen. */
const isSame = (one: unknown, other: unknown): boolean =>
	['name', 'createdAt'].some((property) => {
		const [a, b] = [valueOf(one, property), valueOf(other, property)];
		return !isBlank(a) && textOf(a) === textOf(b);
	});

function evidenceOfRecord(known: Known, { question, body }: Answer): Evidence {
	const { operation, path } = question;
	const record = recordIn(body)?.value;
	const id = path?.id;
	if (id !== undefined) {
		if (String(idOf(record)) !== String(id)) return 'none';
		const [resource] = operation.split('.') as [Parameters<Known['listed']>[0]];
		const listed = known.listed(resource).find((each) => String(idOf(each)) === String(id));
		return areOfKind(known, operation, [record]) || isSame(record, listed) ? 'shown' : 'none';
	}
	const holders = record ? [record] : isObject(body) ? [body, ...Object.values(body)] : [];
	return holders.some((each) => areOfKind(known, operation, [each])) ? 'shown' : 'none';
}

export function evidenceOf(known: Known, answer: Answer): Evidence {
	const { question, body } = answer;
	if (!isSuccess(answer) || isAsNowhere(known, body)) return 'none';
	const { list } = known.row(question.operation);
	if (!list) return evidenceOfRecord(known, answer);
	const found = listIn(body, list.plural);
	if (!found) return 'none';
	const isNamed = foldedName(found.at).endsWith(foldedName(list.plural));
	if (found.value.length === 0) return isNamed ? 'shown' : 'empty';
	// Where the documents leave open what its records hold, the name of a list says enough.
	const record = describedBy(question.operation);
	if (isNamed && !(record && isDescribed(record))) return 'shown';
	return areOfKind(known, question.operation, found.value) ? 'shown' : 'none';
}
