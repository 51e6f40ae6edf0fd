export { recordFields } from '../../../operations/support/recordForm';
