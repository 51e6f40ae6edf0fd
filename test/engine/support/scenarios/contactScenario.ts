export { contactScenario } from '../../../operations/support/records';
