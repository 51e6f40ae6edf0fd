export { customerScenario } from '../../../operations/support/records';
