import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** Wraps a screen whose code is loaded when it is first shown. After a failure, a click loads it again. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [result, setResult] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
    // Runs before the page is painted, so that the code is requested at once.
    useLayoutEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setResult('loaded');
        },
        () => setResult('failed'),
      );
    }, [attempt]);
    const Component = loaded;
    if (Component) return <Component {...props} />;
    if (result === 'failed')
      return <FailureNotice failure={new Failure('OFFLINE')} onRetry={() => setAttempt(attempt + 1)} />;
    return <Skeleton lines={6} />;
  };
}
