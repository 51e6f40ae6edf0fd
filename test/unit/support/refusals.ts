export * from '../../http/support/refusals';
