export * from '../../http/support/manyDeals';
