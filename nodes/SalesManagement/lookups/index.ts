export { isWritable, toColumn } from './customFields';
export { objectsOf } from './customObjects';
export { calledSo, idsCalled } from './ambiguousName';
export { CustomsLookup, shortOf, type Known } from './customsLookup';
export { definedFields, KnownFields } from './knownFields';
export { asNotice, columnsOf } from './formFields';
export { listMethods } from './formMethods';
export { nameList, perDealType, type NameList } from './nameList';
export type { NamedEntry } from './namedEntry';
export { firstId, givenScope } from './dealTypeScope';
export {
	rememberingFor,
	sourcesOf,
	type FormMethod,
	type LookupSource,
	type NameSources,
} from './source';
