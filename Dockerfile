# nonet with its page's server, or with batch:
#   docker build -t nonet .
#   docker run --rm -it -p 127.0.0.1:8765:8765 nonet web      # prints the address to open
#   docker run --rm -v "$PWD:/data" nonet batch table.csv -o answers.csv
FROM python:3.13-slim AS build
COPY . /source
RUN pip wheel --no-cache-dir --no-deps -w /wheels /source

FROM python:3.13-slim
RUN apt-get update -q && apt-get install -y -q --no-install-recommends socat && rm -r /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "nonet[all] @ file://$(ls /wheels/nonet-*.whl)" && rm -r /wheels \
    && useradd --create-home nonet
COPY --chmod=755 tools/container.sh /usr/local/bin/
USER nonet
WORKDIR /data
EXPOSE 8765
ENTRYPOINT ["container.sh"]
CMD ["--help"]
